import { domainToASCII } from 'node:url';

const PATTERN = /^[^\s@<>"(),:;\\[\]\p{Cc}]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u;
const MAX_LENGTH = 254;

/**
 * An email address in the one form in which it is stored and compared: ASCII letters in lower case, and the domain in ASCII
 * (`xn--…`). Null for a text that is no address, and for one that Unicode would fold to another, such as one with the Kelvin
 * sign, a dotless i or full-width letters: mailboxes tell them apart, so they must not be taken for each other.
 */
export function canonicalEmail(text: string): string | null {
  if (text.length > MAX_LENGTH || !PATTERN.test(text) || !isFolded(text)) return null;
  const address = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const index = address.lastIndexOf('@');
  const domain = address.slice(index + 1);
  // Of a domain in ASCII it would also rewrite numbers to addresses.
  const ascii = /^[\0-\x7f]*$/.test(domain) ? domain : domainToASCII(domain);
  return ascii === '' ? null : `${address.slice(0, index)}@${ascii}`;
}

/** The pattern is part of the OpenAPI description, which cannot say everything that `canonicalEmail` checks. */
export const EMAIL = {
  pattern: PATTERN.source,
  maxLength: MAX_LENGTH,
  expectation: 'must be an email address',
  matches: (text: string) => canonicalEmail(text) !== null,
};

/** Tells whether Unicode changes nothing but the case of ASCII letters, and no character is invisible. */
export function isFolded(text: string): boolean {
  if (text.normalize('NFKC') !== text || /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)) return false;
  return Array.from(text).every(
    (character) => character <= '\x7f' || character.toUpperCase().toLowerCase() === character,
  );
}
