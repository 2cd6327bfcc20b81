/** HTML whose values have been escaped. */
export interface Html {
  text: string;
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

/** A template whose values are escaped, except those that are HTML already. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { text: parts.map((part, index) => (index === 0 ? part : textOf(values[index - 1]) + part)).join('') };
}

function textOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
  return 'text' in value ? value.text : value.map(textOf).join('');
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function layout(title: string, body: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} · Workshop</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a class="name" href="/">Workshop</a>
          <nav><a href="/">Guides</a> <a href="/ask">Ask</a></nav>
          <form action="/search" role="search">
            <input type="search" name="q" aria-label="Search" placeholder="Search" required maxlength="500" />
          </form>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
}

/** The headings and paragraphs of a text in Markdown: all that the guides use. */
export function textBlocks(markdown: string): Html[] {
  return markdown
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const heading = /^#{1,6} (.*)/.exec(line)?.[1];
      return heading === undefined ? html`<p>${line}</p>` : html`<h2>${heading}</h2>`;
    });
}
