/** An error in the place of a value. */
class Failure {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** JSON that is written in document order, although some of its values come later. */
export class AnswerText {
  /** What was written since the last value that comes later. */
  text = '';
  private readonly parts: (string | Failure | Promise<AnswerText>)[] = [];

  /** The place of an error: the answer then is the first one. */
  fail(error: unknown): void {
    this.parts.push(this.text, new Failure(error));
    this.text = '';
  }

  /** The place of a value that comes later. Whatever follows is written at once. */
  later<T>(value: PromiseLike<T>, write: (late: AnswerText, value: T) => void): void {
    const written = async (): Promise<AnswerText> => {
      const late = new AnswerText();
      try {
        write(late, await value);
      } catch (error) {
        late.fail(error);
      }
      return late;
    };
    // Never rejects, so it does not have to be awaited here.
    this.parts.push(this.text, written());
    this.text = '';
  }

  /** Adds the text to `pieces`, and every error in document order to `errors`. */
  async finish(pieces: Pieces, errors: unknown[]): Promise<void> {
    for (const part of this.parts) {
      if (part instanceof Failure) errors.push(part.error);
      else if (typeof part === 'string') pieces.add(part);
      else await (await part).finish(pieces, errors);
    }
    pieces.add(this.text);
  }
}

/** Text in pieces, which are joined once: looking into a long text that grows would copy it each time. */
export class Pieces {
  private readonly pieces: string[] = [];
  private isInObject = false;

  /** A field has a comma before it, unless it is known to be the first one that is not omitted. */
  add(text: string): void {
    if (text === '') return;
    this.pieces.push(this.isInObject && text.startsWith(',') ? text.slice(1) : text);
    this.isInObject = text.endsWith('{');
  }

  join(): string {
    return this.pieces.join('');
  }
}
