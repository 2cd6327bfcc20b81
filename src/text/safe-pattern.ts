import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { isLongerThan } from './length.ts';

/** Characters a pattern's source may have. */
export const PATTERN_LENGTH = 1000;

/** A pattern that cannot be used. `message` goes after the pattern's path: `fields[0].validation.pattern <message>`. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** What one call may spend on patterns, in steps of at most 0.1 µs each: half a second, whoever wrote the pattern. */
export class PatternBudget {
  #left = 5_000_000;

  /** False when the steps are no longer affordable; then nothing is taken. */
  take(steps: number): boolean {
    if (steps > this.#left) return false;
    this.#left -= steps;
    return true;
  }
}

/** A regular expression whose matching time is linear in the text. */
export class SafePattern {
  readonly source: string;
  #compiled: RE2JS;
  #spent = 0;

  constructor(source: string) {
    this.source = source;
    this.#compiled = compile(source);
  }

  /** Instructions of the compiled pattern. */
  get size(): number {
    return this.#compiled.programSize();
  }

  /** The most steps that a test of this text can take: size of the pattern × length of the text. */
  steps(text: string): number {
    return this.size * (text.length + 1);
  }

  /** Whether the pattern matches anywhere in the text, as in JSON Schema: `^` and `$` tie it to the ends. */
  test(text: string): boolean {
    const found = this.#compiled.test(text);
    this.#forget(this.steps(text));
    return found;
  }

  /** The matcher remembers states it went through, up to 8 MB; a new one keeps a long-lived pattern small. */
  #forget(steps: number): void {
    this.#spent += steps;
    if (this.#spent <= STEPS_REMEMBERED) return;
    this.#compiled = compile(this.source);
    this.#spent = 0;
  }
}

/**
 * The pattern of a source in JavaScript's syntax, read as with the `u` flag (`.` is a whole character, `\p{L}` any
 * letter), so that a browser can run it too. Look-arounds and back-references are refused with a PatternError, since no
 * engine matches them in linear time; so are sources over 1,000 characters, repetitions over 1,000 (nested ones
 * multiplied) and patterns of more than 2,500 instructions.
 */
export function compilePattern(source: string): SafePattern {
  const cached = cache.get(source);
  if (cached) return cached;
  const pattern = new SafePattern(source);
  cache.set(source, pattern);
  return pattern;
}

const INSTRUCTIONS = 2500;
const STEPS_REMEMBERED = 100_000;

/** Sized in instructions; a small pattern costs more than it has of them. */
const cache = new LRUCache<string, SafePattern>({
  maxSize: 250_000,
  sizeCalculation: (pattern) => 100 + pattern.size,
});

function compile(source: string): RE2JS {
  if (isLongerThan(source, PATTERN_LENGTH)) throw new PatternError(`must be at most ${PATTERN_LENGTH} characters long`);
  refuseSyntaxErrors(source);
  refuseUnsupported(source);
  if (estimatedSize(source) > INSTRUCTIONS) throw new PatternError(`is too large: ${SMALLER}`);
  const compiled = compileLinear(source);
  if (compiled.programSize() > INSTRUCTIONS) throw new PatternError(`is too large: ${SMALLER}`);
  return compiled;
}

const SMALLER = 'a repetition counts at most 1000 times, nested repetitions multiplied';

/** The `u` flag knows escapes that plain syntax does not, and refuses others that are common. */
function refuseSyntaxErrors(source: string): void {
  const error = syntaxError(source, '') && syntaxError(source, 'u');
  const reason = String(error).split(': ').at(-1)?.toLowerCase();
  if (error) throw new PatternError(`is not a regular expression: ${reason}`, { cause: error });
}

function syntaxError(source: string, flags: string): unknown {
  try {
    RegExp(source, flags);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Every atom counted as often as it is repeated, which is no more than the instructions it becomes: compiling hundreds
 * of thousands of them only to refuse them would take long.
 */
function estimatedSize(source: string): number {
  const outer: Size[] = [];
  let group: Size = { all: 0, last: 0 };
  for (const [token, least, most] of source.matchAll(ATOMS)) {
    if (token.startsWith('(')) {
      outer.push(group);
      group = { all: 0, last: 0 };
    } else if (token === ')') group = grown(outer.pop(), group.all);
    else if (least === undefined) group = grown(group, 1);
    else group = repeated(group, Math.max(Number(least), Number(most ?? 0)));
  }
  return group.all;
}

/** Of a group, and of the last atom in it: what a repetition after it repeats. */
interface Size {
  all: number;
  last: number;
}

function grown(group: Size | undefined, atom: number): Size {
  return { all: (group?.all ?? 0) + atom, last: atom };
}

function repeated({ all, last }: Size, times: number): Size {
  return { all: all + last * (times - 1), last: last * times };
}

/** An escape, a class, the beginning of a group, a counted repetition, or anything else but the simple repetitions. */
const ATOMS =
  /\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[^>]*>|[a-z-]*:))?|\{(\d+)(?:,(\d*))?\}|[^*+?|]/gsu;

/** Escapes and character classes are stepped over, so that `[(?=]` is no look-ahead. */
const SYNTAX = /\\k<|\\[1-9]|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]/gsu;

function refuseUnsupported(source: string): void {
  for (const [token] of source.matchAll(SYNTAX)) {
    if (/^\\(?:k<|[1-9])/.test(token)) throw new PatternError('uses a back-reference, which is not supported');
    if (token.startsWith('(?<')) throw new PatternError('uses a look-behind, which is not supported');
    if (token.startsWith('(?')) throw new PatternError('uses a look-ahead, which is not supported');
  }
}

function compileLinear(source: string): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source));
  } catch (error) {
    const [, reason = '', part = ''] = /regexp: ([^`]+): `(.*)`$/s.exec(String(error)) ?? [];
    if (reason.includes('repeat count')) throw new PatternError(`is too large: ${SMALLER}`, { cause: error });
    throw new PatternError(`uses ${part || source}, which is not supported`, { cause: error });
  }
}
