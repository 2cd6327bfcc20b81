import { fromMarkdown } from 'mdast-util-from-markdown';
import { decodeString } from 'micromark-util-decode-string';
import type { LinkPolicy } from './link-policy.ts';

/** The length of a prefix, and its replacement. */
export interface LinkToken {
  length: number;
  out: string;
}

const REMOVAL_NOTE = '(link removed)';
/** Text that has not become a link or a tag by then is not buffered further: its opening bracket is escaped. */
const MAX_PENDING = 1_000;
const PARAGRAPH_END = /\n[ \t]*\n/;
/** Tags without attributes load nothing; these have an effect of their own. */
const ACTIVE_TAGS =
  /^<\/?(?:script|style|svg|math|iframe|object|embed|template|plaintext|xmp|noscript|base|link|meta)\b/i;

/**
 * The next part of a text that is decided; null if it depends on the following text, or if nothing is left. Brackets
 * and tags are parsed as Markdown; URLs in other text are removed as they are, because clients convert these to links
 * too.
 */
export function nextToken(text: string, policy: LinkPolicy, isLast: boolean): LinkToken | null {
  if (text === '') return null;
  if (/^!?\[/.test(text)) return bracketToken(text, policy, isLast);
  if (text === '!' && !isLast) return null;
  if (/^<[a-z/!?]/i.test(text)) return tagToken(text, policy, isLast);
  if (text === '<' && !isLast) return null;
  if (/^\][(:]/.test(text)) return { length: 1, out: '] ' };
  if (/^[\]<!]/.test(text)) return text === ']' && !isLast ? null : { length: 1, out: text.charAt(0) };
  if (/^\s/.test(text)) return textToken(text, /^\s+/.exec(text)?.[0].length ?? 1);
  return wordToken(text, policy, isLast);
}

function textToken(text: string, length: number): LinkToken {
  return { length, out: text.slice(0, length) };
}

/** A run without white space, up to a character that may start a link or a tag. */
function wordToken(text: string, policy: LinkPolicy, isLast: boolean): LinkToken | null {
  const word = /^(?:\\.|[^\s[\]<!\\]|!(?!\[)|\\$){1,1000}/.exec(text)?.[0] ?? text.charAt(0);
  if (word.length === text.length && !isLast && mayBecomeAddress(word)) return null;
  if (word.length < text.length || isLast || !/[!\\]$/.test(word)) {
    return { length: word.length, out: removeAddresses(word, policy) };
  }
  return null;
}

/** Returns whether further letters could turn the end of a word into a URL. */
function mayBecomeAddress(word: string): boolean {
  return (
    /[:/\\&@?#%.]/.test(word) ||
    /(?:^|[^a-z])(?:h|ht|htt|https?|f|ft|ftps?|w|ww|wss?|www|d|da|dat|data|j(?:a(?:v(?:a(?:s(?:c(?:r(?:i(?:pt?)?)?)?)?)?)?)?)?)$/i.test(
      word,
    )
  );
}

/** A URL with a scheme, without one, or starting with `www.`. */
const EXPLICIT = String.raw`(?:(?:https?|ftps?|wss?|file|blob|data|javascript|vbscript):|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}(?=[^\s/\\]*\.)|www\.)`;
/**
 * A host before a path or query, which some clients convert to a link: of a common top-level domain, and not a file
 * name.
 */
const BARE_HOST = String.raw`(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|io|dev|app|xyz|site|online|shop|top|live|link|click|example|test|[a-z]{2}(?<!js|ts|md|py|rs|sh|go|cs|vb))(?=[/?])`;
const ADDRESS = new RegExp(String.raw`(?:${EXPLICIT}|${BARE_HOST})[^\s"<>]+`, 'gi');
const TRAILING_PUNCTUATION = /[.,;:!?'")*_\]]+$/;

function removeAddresses(word: string, policy: LinkPolicy): string {
  const plain = replaceAddresses(word, policy);
  // Some clients search for URLs before they decode Markdown's escapes and entities, others after.
  const decoded = decodeString(plain);
  return replaceAddresses(decoded, policy) === decoded ? plain : REMOVAL_NOTE;
}

function replaceAddresses(text: string, { allowsImage }: LinkPolicy): string {
  return text.replaceAll(ADDRESS, (match) => {
    const address = match.replace(TRAILING_PUNCTUATION, '');
    return allowsImage(complete(address)) ? match : REMOVAL_NOTE + match.slice(address.length);
  });
}

/** A URL with the scheme that a client would add to it. */
function complete(address: string): string {
  if (/^[/\\]{2}/.test(address)) return `https:${address}`;
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}

/** Returns whether a bracket or tag that is not closed in a text is not closed by what follows either. */
function isEnough(text: string, paragraph: number, isLast: boolean): boolean {
  return isLast || paragraph < text.length || text.length === MAX_PENDING;
}

/** `[text](address)`, `![text](address)` and `[label]: address`; any other bracket is a character. */
function bracketToken(whole: string, policy: LinkPolicy, isLast: boolean): LinkToken | null {
  const text = whole.slice(0, MAX_PENDING);
  const open = text.indexOf('[') + 1;
  const close = findClosing(text, open, '[', ']');
  const paragraph = PARAGRAPH_END.exec(text)?.index ?? text.length;
  if (close === -1 || close > paragraph) {
    return isEnough(text, paragraph, isLast) ? textToken(text, open) : null;
  }
  const next = text.charAt(close + 1);
  if (next === '' && !isLast) return null;
  if (next !== '(' && next !== ':') return textToken(text, open);
  return next === '('
    ? linkToken(text, { open, close, paragraph }, policy, isLast)
    : definitionToken(text, close, policy, isLast);
}

function linkToken(
  text: string,
  { open, close, paragraph }: { open: number; close: number; paragraph: number },
  policy: LinkPolicy,
  isLast: boolean,
): LinkToken | null {
  const end = findClosing(text, close + 2, '(', ')');
  if (end === -1 || end > paragraph) {
    return isEnough(text, paragraph, isLast) ? textToken(text, open) : null;
  }
  // A target with the start of another target is not parsed as a link, so that each character is parsed at most once.
  const isNested = text.slice(close + 2, end).includes('](');
  const address = isNested ? null : findTarget(`[x]${text.slice(close + 1, end + 1)}`);
  // What the parser does not treat as a link is text: parsing continues after the bracket.
  if (address === null) return textToken(text, open);
  const length = end + 1;
  if (text.startsWith('!') && !policy.allowsImage(address)) return { length, out: '' };
  const inner = filterLinks(text.slice(open, close), policy);
  const target = text.slice(close, length);
  // A relative URL may contain an absolute one, which some clients convert to a link.
  const stays =
    policy.allowsImage(address) || (policy.allowsLink(address) && removeAddresses(target, policy) === target);
  return { length, out: stays ? text.slice(0, open) + inner + target : inner };
}

function definitionToken(text: string, close: number, policy: LinkPolicy, isLast: boolean): LinkToken | null {
  const target = /^:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|[^\s<[\]]+)/.exec(text.slice(close + 1))?.[0];
  const length = close + 1 + (target?.length ?? 0);
  if (
    !isLast &&
    (target === undefined
      ? text.length - close < MAX_PENDING && !/\S/.test(text.slice(close + 2))
      : length === text.length)
  ) {
    return null;
  }
  if (target === undefined) return { length: close + 2, out: `${filterLinks(text.slice(0, close), policy)}] :` };
  const address = findTarget(`[x]${target.replace(/\s+/, ' ')}`);
  // What the parser does not treat as a definition is parsed as text, without what could make it one.
  if (address === null) return { length: close + 1, out: `${filterLinks(text.slice(0, close), policy)}] ` };
  const stays = policy.allowsLink(address) && removeAddresses(target, policy) === target;
  return { length, out: stays ? filterLinks(text.slice(0, close), policy) + text.slice(close, length) : REMOVAL_NOTE };
}

/** The URL of the link or definition that a text consists of, according to the parser; null if it is neither. */
function findTarget(markdown: string): string | null {
  // Most links are simple, and the parser is slow.
  const simple = /^\[x\](?:\(|: )([\w.~:/?#@!$*+,;=%-]+)\)?$/.exec(markdown)?.[1];
  if (simple !== undefined && markdown.endsWith(')') === markdown.startsWith('[x](')) return simple;
  const [block] = fromMarkdown(markdown).children;
  if (block?.type === 'definition') return block.url;
  const inline = block?.type === 'paragraph' && block.children.length === 1 ? block.children[0] : undefined;
  return inline?.type === 'link' ? inline.url : null;
}

/**
 * Removes tags with attributes, comments, and tags with an effect of their own; an autolink is kept if its URL is
 * allowed.
 */
function tagToken(whole: string, policy: LinkPolicy, isLast: boolean): LinkToken | null {
  const text = whole.slice(0, MAX_PENDING);
  const end = text.indexOf('>');
  const paragraph = PARAGRAPH_END.exec(text)?.index ?? text.length;
  if (end === -1 || end > paragraph) {
    return isEnough(text, paragraph, isLast) ? { length: 1, out: '< ' } : null;
  }
  const tag = text.slice(0, end + 1);
  const inner = tag.slice(1, -1);
  const { length } = tag;
  if (/^[a-z][a-z0-9+.-]+:\S*$/i.test(inner))
    return { length, out: [inner, decodeString(inner)].every((url) => policy.allowsImage(url)) ? tag : REMOVAL_NOTE };
  if (/^[^\s@]+@[^\s@]+$/.test(inner)) return { length, out: removeAddresses(inner, policy) };
  return /^\/?[a-z][a-z0-9-]*\s*\/?$/i.test(inner) && !ACTIVE_TAGS.test(tag)
    ? textToken(text, length)
    : { length, out: '' };
}

/** Position at which a bracket opened before `from` is closed, ignoring escapes; -1 if it is not. */
function findClosing(text: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return at;
  }
  return -1;
}

/** Filters a complete text as `LinkFilter` does. */
export function filterLinks(text: string, policy: LinkPolicy): string {
  let rest = text;
  let out = '';
  for (let token = nextToken(rest, policy, true); token; token = nextToken(rest, policy, true)) {
    out += token.out;
    rest = rest.slice(token.length);
  }
  return out;
}
