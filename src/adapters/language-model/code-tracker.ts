/** Tracks whether the end of a text that is read in parts is in Markdown code: a fenced block, or between backticks. */
export class CodeTracker {
  private isFence = false;
  /** Length of the run of backticks that began inline code; 0 outside of it. */
  private inline = 0;
  private run = 0;
  private isLineStart = true;

  /** Tells whether what comes next is in code, if it is no backtick. */
  isInCode(): boolean {
    this.endRun();
    return this.isFence || this.inline > 0;
  }

  push(text: string): void {
    for (const character of text) {
      if (character === '`') {
        this.run += 1;
        continue;
      }
      this.endRun();
      if (character === '\n') {
        this.inline = 0;
        this.isLineStart = true;
      } else if (character !== ' ') this.isLineStart = false;
    }
  }

  private endRun(): void {
    if (this.run === 0) return;
    if (this.isLineStart && this.run >= 3) this.isFence = !this.isFence;
    else if (!this.isFence) {
      if (this.inline === 0) this.inline = this.run;
      else if (this.inline === this.run) this.inline = 0;
    }
    this.isLineStart = false;
    this.run = 0;
  }
}
