import type { TextFormat } from './bounds.ts';

/** Pages on which a client may show a link. What a link leads to must not depend on the scheme of its page. */
const PAGES = ['http://page.invalid/a/', 'https://page.invalid/a/'];
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:']);
/** Schemes that run or contain what they name. */
const ACTIVE_SCHEMES: ReadonlySet<string> = new Set(['javascript:', 'vbscript:', 'data:', 'blob:']);
/** Browsers remove some of them before they look for a scheme. */
const CONTROL = /\p{Cc}/u;
/** The fields that have these formats have their own. */
const MAX_LENGTH = Number.POSITIVE_INFINITY;

/** Tells whether a text is an absolute http or https URL without user name and password. */
export function isWebAddress(text: string): boolean {
  return !CONTROL.test(text) && isSafe(URL.parse(text));
}

/**
 * Whether a link with this text, on any page, leads to an http or https URL without user name and password: an absolute
 * URL or a relative one, as browsers read it. What clients trim is trimmed first.
 */
export function isWebLink(text: string): boolean {
  if (CONTROL.test(text)) return false;
  return [text, text.trim()].every((each) => PAGES.every((page) => isSafe(URL.parse(each, page))));
}

/** The link; null for one that would not be accepted today. */
export function webLinkOrNull(text: string | null): string | null {
  return text !== null && isWebLink(text) ? text : null;
}

function isSafe(url: URL | null): boolean {
  return url !== null && WEB_SCHEMES.has(url.protocol) && url.username === '' && url.password === '';
}

/** No scheme but http and https. */
const LINK_PATTERN = String.raw`^(?!\s*(?![hH][tT][tT][pP][sS]?:)[A-Za-z][A-Za-z0-9+.-]*:)`;

/** The address of a page, image or stream that clients link to or load. */
export const WEB_LINK: TextFormat = {
  pattern: LINK_PATTERN,
  maxLength: MAX_LENGTH,
  expectation: 'must be an http or https URL without a user name, or a relative URL, without control characters',
  matches: isWebLink,
};

/**
 * The address of the page that something was sent from. It is shown, not followed, and may be that of an app
 * (`capacitor://localhost/contact`): what a visitor sends must not be lost because of it.
 */
export const PAGE_ADDRESS: TextFormat = {
  pattern: String.raw`^(?!\s*(?:[jJ][aA][vV][aA]|[vV][bB])[sS][cC][rR][iI][pP][tT]:)`,
  maxLength: MAX_LENGTH,
  expectation: 'must be the URL of a page',
  matches: (text) => [text, text.trim()].every((each) => !isActive(each)),
};

function isActive(text: string): boolean {
  return ACTIVE_SCHEMES.has(URL.parse(text)?.protocol ?? '');
}
