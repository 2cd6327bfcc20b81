/** JSON that is written already, as the value of a JSON scalar: answers take the text, other readers parse it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
