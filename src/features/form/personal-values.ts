/** Longer texts are messages, not personal data fields. */
const MAX_LENGTH = 200;

/**
 * Returns whether it looks like an email address, a phone number, a person's name or a postal address; in doubt true.
 */
export function isPersonalValue(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > MAX_LENGTH) return false;
  return isContactValue(trimmed) || isName(trimmed) || isAddress(trimmed);
}

/** An email address or a phone number only. */
export function isContactValue(text: string): boolean {
  return hasMail(text) || isPhone(text.trim());
}

function hasMail(text: string): boolean {
  return /[^\s@]@[^\s@.]+\.[^\s@]/u.test(text);
}

const DATE = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})([T ]\d.*)?$/;

function isPhone(text: string): boolean {
  if (DATE.test(text) || !/^\+?[\d\s()/.\-–]+$/u.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '').length;
  return digits >= 7 && digits <= 15;
}

const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{M}'’.-]*`;
const NAME_PARTICLES = String.raw`(?:van|von|vom|zu|zum|de|del|della|der|den|di|da|dos|das|du|la|le|el|al|bin|ibn|y|e|i)`;
const CASED_NAME = new RegExp(`^(?:${NAME_WORD})(?:,? (?:${NAME_PARTICLES} ){0,3}${NAME_WORD}){1,4}$`, 'u');
/** Names in Han and Hangul have two to four characters, Japanese names in kanji may have a space. */
const EAST_ASIAN_NAME =
  /^(\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4}|\p{Script=Han}{1,3}[ \u3000][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4})$/u;
/** Scripts without capitals: two or three words of letters. */
const UNCASED_NAME =
  /^[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{M}]{2,}(?: [\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{M}]{2,}){1,2}$/u;

function isName(text: string): boolean {
  return text.length <= 60 && [CASED_NAME, EAST_ASIAN_NAME, UNCASED_NAME].some((name) => name.test(text));
}

const STREET =
  /(?:^|[\s,])(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|square|court|boulevard|blvd|rue|chemin|via|viale|piazza|calle|plaza|avenida|rua|praça|ulica|ul|улица|ул|проспект|straße|weg|platz|allee|gasse)(?:[\s,.]|$)|(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|straat|laan|gatan|vägen|gade|vej|katu|utca)(?:[\s,.]|$)/iu;
const POSTCODE_AND_PLACE = /(?:^|[\s,])(?:\p{Lu}{1,2}-)?\d{4,6},? \p{Lu}\p{L}+/u;
const BRITISH_POSTCODE = /(?:^|[\s,])[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?:[\s,]|$)/;
const EAST_ASIAN = /\p{Script=Han}.*(?:\d.*(?:号|號|番|丁目)|[省市區区県路街町].*\d)/u;

function isAddress(text: string): boolean {
  if (!/\d/.test(text)) return false;
  return [STREET, POSTCODE_AND_PLACE, BRITISH_POSTCODE, EAST_ASIAN].some((address) => address.test(text));
}
