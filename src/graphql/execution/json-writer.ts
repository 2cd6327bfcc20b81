/** Thrown where null is not allowed: what is around the value becomes null, with this error. */
export class NullPropagation {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** JSON that is written in document order, although some of its values come later. */
export class JsonWriter {
  /** What was written since the last part. */
  text = '';
  private failure: NullPropagation | null = null;
  private readonly isNullable: boolean;
  private readonly parts: (string | JsonWriter | Promise<JsonWriter>)[] = [];

  constructor(isNullable: boolean) {
    this.isNullable = isNullable;
  }

  /** Writes a value that becomes null as a whole where `write` throws `NullPropagation`. */
  writeNullable(write: (inner: JsonWriter) => void): void {
    const inner = new JsonWriter(true).fill(write);
    if (inner.parts.length === 0 && !inner.failure) this.text += inner.text;
    else this.add(inner);
  }

  /** Writes null and records the error, which is reported in document order. */
  fail(error: unknown): void {
    this.writeNullable(() => {
      throw new NullPropagation(error);
    });
  }

  /** Leaves the place of a value that comes later; what follows it is written meanwhile. */
  later<T>(
    value: PromiseLike<T>,
    write: (late: JsonWriter, value: T) => void,
    fail: (late: JsonWriter, error: unknown) => void,
  ): void {
    // Never rejects, so it does not have to be awaited here.
    this.add(writeLate(value, write, fail));
  }

  fill(write: (out: JsonWriter) => void): this {
    try {
      write(this);
    } catch (error) {
      if (!(error instanceof NullPropagation)) throw error;
      this.failure = error;
    }
    return this;
  }

  /**
   * Adds the text to `pieces`, and the error of each value that became null to `errors`. The result is the error that
   * propagates to what is around it.
   */
  async finish(chunks: string[], errors: unknown[]): Promise<NullPropagation | null> {
    const start = chunks.length;
    let { failure } = this;
    for (const part of failure ? [] : this.parts) {
      if (typeof part === 'string') appendPart(chunks, part);
      else failure = await (await part).finish(chunks, errors);
      if (failure) break;
    }
    if (!failure) {
      appendPart(chunks, this.text);
      return null;
    }
    chunks.length = start;
    if (!this.isNullable) return failure;
    errors.push(failure.error);
    chunks.push('null');
    return null;
  }

  private add(part: JsonWriter | Promise<JsonWriter>): void {
    this.parts.push(this.text, part);
    this.text = '';
  }
}

/** Writes a JSON text and waits for its values; adds the error of each value that became null to `errors`. */
export async function writeJson(write: (out: JsonWriter) => void, errors: unknown[]): Promise<string> {
  const chunks: string[] = [];
  await new JsonWriter(true).fill(write).finish(chunks, errors);
  return chunks.join('');
}

/**
 * Texts are joined once: looking into a long text that grows would copy it each time. A field has a comma before it, unless it
 * is known to be the first: the comma is dropped if all fields before it turned out to be omitted.
 */
function appendPart(chunks: string[], text: string): void {
  if (text === '') return;
  const isFirstField = text.startsWith(',') && chunks.at(-1)?.endsWith('{');
  chunks.push(isFirstField ? text.slice(1) : text);
}

async function writeLate<T>(
  value: PromiseLike<T>,
  write: (late: JsonWriter, value: T) => void,
  fail: (late: JsonWriter, error: unknown) => void,
): Promise<JsonWriter> {
  const late = new JsonWriter(false);
  try {
    write(late, await value);
  } catch (error) {
    late.fill(() => fail(late, error));
  }
  return late;
}
