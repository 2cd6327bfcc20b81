const START = '<think>';
const END = '</think>';

/**
 * Removes the thoughts that some servers leave at the beginning of an answer, between `<think>` and `</think>`. Text
 * that may still become a tag is held back.
 */
export class ThoughtFilter {
  private state: 'before' | 'thoughts' | 'after' | 'answer' = 'before';
  private buffer = '';

  push(delta: string): string {
    if (this.state === 'answer') return delta;
    this.buffer += delta;
    if (this.state === 'before') {
      const text = this.buffer.trimStart();
      if (START.startsWith(text)) return '';
      if (!text.startsWith(START)) return this.release(this.buffer);
      this.state = 'thoughts';
      this.buffer = text.slice(START.length);
    }
    const end = this.state === 'thoughts' ? this.buffer.indexOf(END) : -1;
    if (end >= 0) {
      this.state = 'after';
      this.buffer = this.buffer.slice(end + END.length);
    }
    if (this.state === 'after') {
      const text = this.buffer.trimStart();
      return text === '' ? '' : this.release(text);
    }
    this.buffer = this.buffer.slice(-END.length);
    return '';
  }

  /** What is left at the end of the answer: a beginning that was no tag. Thoughts without an end are no answer. */
  end(): string {
    return this.state === 'before' ? this.release(this.buffer) : '';
  }

  private release(text: string): string {
    this.state = 'answer';
    this.buffer = '';
    return text;
  }
}
