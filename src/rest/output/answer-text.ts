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
    // Never rejects, so nobody has to wait for it.
    this.parts.push(this.text, written());
    this.text = '';
  }

  /** The whole text, and every error in document order. */
  async finish(errors: unknown[]): Promise<string> {
    let whole = '';
    for (const part of [...this.parts, this.text]) {
      if (part instanceof Failure) errors.push(part.error);
      else whole = joined(whole, typeof part === 'string' ? part : await (await part).finish(errors));
    }
    return whole;
  }
}

/** A field is written with a comma before it, unless it is known to be the first one that is not omitted. */
export function joined(text: string, next: string): string {
  return text.endsWith('{') && next.startsWith(',') ? text + next.slice(1) : text + next;
}
