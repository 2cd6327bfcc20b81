const WHOLE = /^[-+]?0*(\d+)(?:\.0*)?$/;

/**
 * Whether a number that is written with these characters stays what it is as a double. Whole numbers beyond 2^53 may
 * change, exponents may be out of its range. Digits of a fraction that a double has no room for do not count, because
 * every reader of JSON rounds them.
 */
export function isExactNumber(source: string): boolean {
  const value = Number(source);
  if (!Number.isFinite(value)) return false;
  if (value === 0) return !/^[^eE]*[1-9]/.test(source);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  const digits = WHOLE.exec(source)?.[1];
  return digits === undefined || digits === wholeDigits(Math.abs(value));
}

/** Its digits as JSON writes them, without an exponent. */
function wholeDigits(value: number): string {
  const [mantissa = '', exponent] = value.toExponential().split('e');
  return mantissa.replace('.', '').padEnd(Number(exponent) + 1, '0');
}

interface InexactNumber {
  /** Its place, such as `variables.input.ids[2]`. */
  path: string;
  source: string;
}

/** The first number that a double would change in a text that is valid JSON. Slow: for texts that have one. */
export function findInexactNumber(json: string): InexactNumber | null {
  let found: (InexactNumber & { holder: unknown }) | null = null;
  JSON.parse(json, function visit(this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
    const source = context?.source;
    const step = Array.isArray(this) ? `[${key}]` : `.${key}`;
    // Values come before their holders, so that the path grows from its end.
    if (found?.holder === value && found) found = { ...found, path: step + found.path, holder: this };
    else if (!found && typeof value === 'number' && source !== undefined && !isExactNumber(source))
      found = { path: step, source, holder: this };
    return value;
  });
  return found && { path: withoutRoot(found), source: (found as InexactNumber).source };
}

/** The reader of the root has the key "". */
function withoutRoot({ path }: InexactNumber): string {
  return path.replace(/^\.\.?/, '');
}
