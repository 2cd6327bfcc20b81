import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { exceedsLength } from './length.ts';

/** Maximum length of a pattern's source in characters. */
export const PATTERN_LENGTH = 1000;

/** An invalid pattern. `message` follows the pattern's path: `fields[0].validation.pattern <message>`. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** Budget for matching patterns in one call, in steps of at most 0.1 µs each: half a second in total. */
export class PatternBudget {
  private left = 5_000_000;

  /** False if the budget is not sufficient; nothing is then subtracted. */
  take(steps: number): boolean {
    if (steps > this.left) return false;
    this.left -= steps;
    return true;
  }

  /** Tests a text if the budget is sufficient for the match. */
  test(pattern: SafePattern, text: string): boolean {
    return pattern.test(text);
  }
}

/** A regular expression whose matching time is linear in the text. */
export class SafePattern {
  readonly source: string;
  private compiled: RE2JS;
  private usedSteps = 0;

  constructor(source: string) {
    this.source = source;
    this.compiled = compile(source);
  }

  /** Instructions of the compiled pattern. */
  get size(): number {
    return this.compiled.programSize();
  }

  /** Maximum number of steps for this text: size of the pattern × length of the text. */
  steps(text: string): number {
    return this.size * (text.length + 1);
  }

  /** Tells whether the pattern matches anywhere in the text, as in JSON Schema: `^` and `$` anchor it. */
  test(text: string): boolean {
    const found = this.compiled.test(text);
    this.forget(this.steps(text));
    return found;
  }

  /** The matcher caches states, up to 8 MB; creating a new one keeps a long-lived pattern small. */
  private forget(steps: number): void {
    this.usedSteps += steps;
    if (this.usedSteps <= STEPS_REMEMBERED) return;
    this.compiled = compile(this.source);
    this.usedSteps = 0;
  }
}

/**
 * Compiles a source in JavaScript's syntax with the `u` flag (`.` is a whole character, `\p{L}` any letter), so that
 * browsers can use it too. Look-arounds and back-references are rejected with a PatternError, because no engine matches
 * them in linear time; so are sources over 1,000 characters, repetitions over 1,000 (nested ones multiplied) and
 * patterns of more than 2,500 instructions.
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

/** The budget is in instructions; a small pattern needs more than its number of instructions. */
const cache = new LRUCache<string, SafePattern>({
  maxSize: 250_000,
  sizeCalculation: (pattern) => 100 + pattern.size,
});

function compile(source: string): RE2JS {
  if (exceedsLength(source, PATTERN_LENGTH))
    throw new PatternError(`must be at most ${PATTERN_LENGTH} characters long`);
  assertSyntax(source);
  assertSupported(source);
  if (estimatedSize(source) > INSTRUCTIONS) throw new PatternError(`is too large: ${SMALLER}`);
  const compiled = compileLinear(source);
  if (compiled.programSize() > INSTRUCTIONS) throw new PatternError(`is too large: ${SMALLER}`);
  return compiled;
}

const SMALLER = 'a repetition counts at most 1000 times, nested repetitions multiplied';

/** The `u` flag supports escapes that plain syntax does not, and rejects others that are common. */
function assertSyntax(source: string): void {
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
 * Counts every atom as often as it is repeated, a lower bound of the instructions: compiling hundreds of thousands of
 * them before rejecting them would take long.
 */
function estimatedSize(source: string): number {
  const outer: Size[] = [];
  let group: Size = { all: 0, last: 0 };
  for (const [token, min, max] of source.matchAll(ATOMS)) {
    if (token.startsWith('(')) {
      outer.push(group);
      group = { all: 0, last: 0 };
    } else if (token === ')') group = growGroup(outer.pop(), group.all);
    else if (min === undefined) group = growGroup(group, 1);
    else group = repeatSize(group, Math.max(Number(min), Number(max ?? 0)));
  }
  return group.all;
}

/** The size of a group and of the last atom in it: what a following repetition repeats. */
interface Size {
  all: number;
  last: number;
}

function growGroup(group: Size | undefined, atom: number): Size {
  return { all: (group?.all ?? 0) + atom, last: atom };
}

function repeatSize({ all, last }: Size, times: number): Size {
  return { all: all + last * (times - 1), last: last * times };
}

/** An escape, a class, the start of a group, a counted repetition, or anything else but the simple repetitions. */
const ATOMS =
  /\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<[^>]*>|[a-z-]*:))?|\{(\d+)(?:,(\d*))?\}|[^*+?|]/gsu;

/** Skips escapes and character classes, so that `[(?=]` is not taken for a look-ahead. */
const SYNTAX = /\\k<|\\[1-9]|\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]/gsu;

function assertSupported(source: string): void {
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
