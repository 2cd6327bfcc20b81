import { fromMarkdown } from 'mdast-util-from-markdown';
import { decodeString } from 'micromark-util-decode-string';
import type { LinkPolicy } from './link-policy.ts';

/** The beginning of a text, so long, and what becomes of it. */
export interface Piece {
  length: number;
  out: string;
}

const REMOVED = '(link removed)';
/** What has not become a link or a tag by then is not waited for: its opening bracket is made harmless. */
const MAX_HELD = 1_000;
const PARAGRAPH_END = /\n[ \t]*\n/;
/** Tags without attributes load nothing; these act by themselves. */
const ACTIVE_TAGS =
  /^<\/?(?:script|style|svg|math|iframe|object|embed|template|plaintext|xmp|noscript|base|link|meta)\b/i;

/**
 * The next piece of a text whose beginning is decided; null: it depends on what comes next, or nothing is left. Brackets and
 * tags are read as Markdown has it, by its parser; addresses in any other text are removed as they stand, since clients
 * make links of these, too.
 */
export function nextPiece(text: string, policy: LinkPolicy, isLast: boolean): Piece | null {
  if (text === '') return null;
  if (/^!?\[/.test(text)) return bracketPiece(text, policy, isLast);
  if (text === '!' && !isLast) return null;
  if (/^<[a-z/!?]/i.test(text)) return tagPiece(text, policy, isLast);
  if (text === '<' && !isLast) return null;
  if (/^\][(:]/.test(text)) return { length: 1, out: '] ' };
  if (/^[\]<!]/.test(text)) return text === ']' && !isLast ? null : { length: 1, out: text.charAt(0) };
  if (/^\s/.test(text)) return keep(text, /^\s+/.exec(text)?.[0].length ?? 1);
  return wordPiece(text, policy, isLast);
}

function keep(text: string, length: number): Piece {
  return { length, out: text.slice(0, length) };
}

/** A run without white space, up to what may open a link or a tag. */
function wordPiece(text: string, policy: LinkPolicy, isLast: boolean): Piece | null {
  const word = /^(?:\\.|[^\s[\]<!\\]|!(?!\[)|\\$){1,1000}/.exec(text)?.[0] ?? text.charAt(0);
  if (word.length === text.length && !isLast && mayBecomeAddress(word)) return null;
  if (word.length < text.length || isLast || !/[!\\]$/.test(word)) {
    return { length: word.length, out: withoutAddresses(word, policy) };
  }
  return null;
}

/** Whether more letters could make an address of the end of a word. */
function mayBecomeAddress(word: string): boolean {
  return (
    /[:/\\&@?#%.]/.test(word) ||
    /(?:^|[^a-z])(?:h|ht|htt|https?|f|ft|ftps?|w|ww|wss?|www|d|da|dat|data|j(?:a(?:v(?:a(?:s(?:c(?:r(?:i(?:pt?)?)?)?)?)?)?)?)?)$/i.test(
      word,
    )
  );
}

/** With a scheme, without one, or beginning with `www.`. */
const EXPLICIT = String.raw`(?:(?:https?|ftps?|wss?|file|blob|data|javascript|vbscript):|(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}(?=[^\s/\\]*\.)|www\.)`;
/** A bare host before a path or query, which some clients make a link of: of the common top-level domains, and not a file. */
const BARE_HOST = String.raw`(?:[a-z0-9-]+\.)+(?:com|net|org|info|biz|io|dev|app|xyz|site|online|shop|top|live|link|click|example|test|[a-z]{2}(?<!js|ts|md|py|rs|sh|go|cs|vb))(?=[/?])`;
const ADDRESS = new RegExp(String.raw`(?:${EXPLICIT}|${BARE_HOST})[^\s"<>]+`, 'gi');
const TRAILING = /[.,;:!?'")*_\]]+$/;

function withoutAddresses(word: string, policy: LinkPolicy): string {
  const plain = replaceAddresses(word, policy);
  // Some clients look for addresses before they undo Markdown's escapes and entities, others after.
  const decoded = decodeString(plain);
  return replaceAddresses(decoded, policy) === decoded ? plain : REMOVED;
}

function replaceAddresses(text: string, { allowsImage }: LinkPolicy): string {
  return text.replaceAll(ADDRESS, (found) => {
    const address = found.replace(TRAILING, '');
    return allowsImage(complete(address)) ? found : REMOVED + found.slice(address.length);
  });
}

/** An address with the scheme that a client would add to it. */
function complete(address: string): string {
  if (/^[/\\]{2}/.test(address)) return `https:${address}`;
  return /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`;
}

/** `[text](address)`, `![text](address)` and `[label]: address`; any other bracket is a character. */
function bracketPiece(whole: string, policy: LinkPolicy, isLast: boolean): Piece | null {
  const text = whole.slice(0, MAX_HELD);
  const open = text.indexOf('[') + 1;
  const close = closing(text, open, '[', ']');
  const paragraph = PARAGRAPH_END.exec(text)?.index ?? text.length;
  if (close === -1 || close > paragraph) {
    const isDecided = isLast || paragraph < text.length || text.length === MAX_HELD;
    return isDecided ? keep(text, open) : null;
  }
  const next = text.charAt(close + 1);
  if (next === '' && !isLast) return null;
  if (next !== '(' && next !== ':') return keep(text, open);
  return next === '('
    ? linkPiece(text, { open, close, paragraph }, policy, isLast)
    : definitionPiece(text, close, policy, isLast);
}

function linkPiece(
  text: string,
  { open, close, paragraph }: { open: number; close: number; paragraph: number },
  policy: LinkPolicy,
  isLast: boolean,
): Piece | null {
  const end = closing(text, close + 2, '(', ')');
  if (end === -1 || end > paragraph) {
    const isDecided = isLast || paragraph < text.length || text.length === MAX_HELD;
    return isDecided ? keep(text, open) : null;
  }
  const address = addressOf(`[x]${text.slice(close + 1, end + 1)}`);
  // What is no link to the parser is text: the rest of it is read on from behind the bracket.
  if (address === null) return keep(text, open);
  const length = end + 1;
  if (text.startsWith('!') && !policy.allowsImage(address)) return { length, out: '' };
  const inner = filterWhole(text.slice(open, close), policy);
  const target = text.slice(close, length);
  // A relative address may carry a whole one, which some clients make a link of.
  const stays =
    policy.allowsImage(address) || (policy.allowsLink(address) && withoutAddresses(target, policy) === target);
  return { length, out: stays ? text.slice(0, open) + inner + target : inner };
}

function definitionPiece(text: string, close: number, policy: LinkPolicy, isLast: boolean): Piece | null {
  const target = /^:[ \t]*\n?[ \t]*(?:<[^<>\n]*>|[^\s<[\]]+)/.exec(text.slice(close + 1))?.[0];
  const length = close + 1 + (target?.length ?? 0);
  if (
    !isLast &&
    (target === undefined
      ? text.length - close < MAX_HELD && !/\S/.test(text.slice(close + 2))
      : length === text.length)
  ) {
    return null;
  }
  if (target === undefined) return { length: close + 2, out: `${filterWhole(text.slice(0, close), policy)}] :` };
  const address = addressOf(`[x]${target.replace(/\s+/, ' ')}`);
  // Whatever is no definition to the parser is read on as text, without what could make one of it.
  if (address === null) return { length: close + 1, out: `${filterWhole(text.slice(0, close), policy)}] ` };
  const stays = policy.allowsLink(address) && withoutAddresses(target, policy) === target;
  return { length, out: stays ? filterWhole(text.slice(0, close), policy) + text.slice(close, length) : REMOVED };
}

/** The address of the one link or definition that a text is, as the parser understands it; null where it is none. */
function addressOf(markdown: string): string | null {
  // Most are simple, and the parser takes its time.
  const simple = /^\[x\](?:\(|: )([\w.~:/?#@!$*+,;=%-]+)\)?$/.exec(markdown)?.[1];
  if (simple !== undefined && markdown.endsWith(')') === markdown.startsWith('[x](')) return simple;
  const [block] = fromMarkdown(markdown).children;
  if (block?.type === 'definition') return block.url;
  const inline = block?.type === 'paragraph' && block.children.length === 1 ? block.children[0] : undefined;
  return inline?.type === 'link' ? inline.url : null;
}

/** Tags with attributes, comments, and tags that act by themselves go; an autolink stays where its address may. */
function tagPiece(whole: string, policy: LinkPolicy, isLast: boolean): Piece | null {
  const text = whole.slice(0, MAX_HELD);
  const end = text.indexOf('>');
  const paragraph = PARAGRAPH_END.exec(text)?.index ?? text.length;
  if (end === -1 || end > paragraph) {
    const isDecided = isLast || paragraph < text.length || text.length === MAX_HELD;
    return isDecided ? { length: 1, out: '< ' } : null;
  }
  const tag = text.slice(0, end + 1);
  const inner = tag.slice(1, -1);
  const { length } = tag;
  if (/^[a-z][a-z0-9+.-]+:\S*$/i.test(inner))
    return { length, out: [inner, decodeString(inner)].every((url) => policy.allowsImage(url)) ? tag : REMOVED };
  if (/^[^\s@]+@[^\s@]+$/.test(inner)) return { length, out: withoutAddresses(inner, policy) };
  return /^\/?[a-z][a-z0-9-]*\s*\/?$/i.test(inner) && !ACTIVE_TAGS.test(tag) ? keep(text, length) : { length, out: '' };
}

/** Where a bracket that was opened before `from` is closed, escapes apart; -1: not in this text. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at++;
    else if (character === open) depth++;
    else if (character === close && --depth === 0) return at;
  }
  return -1;
}

function filterWhole(text: string, policy: LinkPolicy): string {
  let rest = text;
  let out = '';
  for (let piece = nextPiece(rest, policy, true); piece; piece = nextPiece(rest, policy, true)) {
    out += piece.out;
    rest = rest.slice(piece.length);
  }
  return out;
}
