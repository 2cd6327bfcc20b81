/** HTML that is written as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Html[];

/** A template whose values are escaped, unless they are HTML. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(
    texts.map((text, index) => text + (index < parts.length ? written(parts[index] ?? '') : '')).join(''),
  );
}

function written(part: Part): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('');
  return escape(String(part));
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A description: parts between backticks are code, and empty lines begin paragraphs. */
export function prose(text: unknown): Html {
  if (typeof text !== 'string' || text === '') return html``;
  return new Html(
    text
      .split('\n\n')
      .map((paragraph) => html`<p>${inline(paragraph)}</p>`.text)
      .join(''),
  );
}

export function inline(text: unknown): Html {
  const parts = (typeof text === 'string' ? text : '').split('`');
  return new Html(parts.map((part, index) => (index % 2 ? html`<code>${part}</code>` : html`${part}`).text).join(''));
}
