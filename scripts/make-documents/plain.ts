import type { Handbook } from './texts.ts';

export function markdownOf(book: Handbook): string {
  const [head = [], ...rows] = book.table;
  const row = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `# ${book.title}`,
    ...book.chapters.flatMap((chapter) => [
      `## ${chapter.title}`,
      ...chapter.sections.flatMap(({ title, paragraphs }) => [`### ${title}`, ...paragraphs]),
    ]),
    [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n'),
    'Before leaving, remember these steps:',
    book.list.map((item) => `- ${item}`).join('\n'),
  ].join('\n\n');
}

export function htmlOf(book: Handbook, charset: string): string {
  const cells = (tag: string, row: string[]): string =>
    `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  const [head = [], ...rows] = book.table;
  return `<!doctype html><html><head><meta charset="${charset}"><title>${book.title}</title><style>p { color: black }</style>
<script>document.write('unwanted script words')</script></head><body><nav><a href="/">unwanted navigation words</a></nav><main>
<h1>${book.title}</h1>
${book.chapters.map((chapter) => `<h2>${chapter.title}</h2>${chapter.sections.map(({ title, paragraphs }) => `<h3>${title}</h3>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`).join('')}`).join('\n')}
<table>${cells('th', head)}${rows.map((row) => cells('td', row)).join('')}</table>
<p>Before leaving, remember these steps:</p><ul>${book.list.map((item) => `<li>${item}</li>`).join('')}</ul>
</main></body></html>`;
}

export function textOf(book: Handbook): string {
  const paragraphs = book.chapters.flatMap(({ sections }) => sections.flatMap((section) => section.paragraphs));
  return [book.title, ...paragraphs].join('\n\n');
}

/** Sentences in other scripts, each with the character sets that can write it. */
export const FOREIGN: readonly { name: string; charsets: string[]; text: string }[] = [
  {
    name: 'german',
    charsets: ['ISO-8859-1', 'UTF-8', 'UTF-16LE'],
    text: 'Die Fähre verlässt täglich um sechs Uhr den Hafen. Für größere Gepäckstücke gibt es während der Überfahrt einen eigenen Stauraum, den der Kapitän persönlich aufschließt.',
  },
  {
    name: 'french',
    charsets: ['WINDOWS-1252'],
    text: 'Le matin, la boulangerie ouvre très tôt ; l’odeur du pain s’étend jusqu’à la place du marché. Les élèves achètent des brioches à moitié prix avant d’aller à l’école.',
  },
  {
    name: 'polish',
    charsets: ['ISO-8859-2'],
    text: 'Biblioteka jest otwarta codziennie, także w święta. Każdy czytelnik może wypożyczyć dziesięć książek, a spóźnienie kosztuje jedną złotówkę za każdy rozpoczęty tydzień.',
  },
  {
    name: 'russian',
    charsets: ['WINDOWS-1251', 'KOI8-R'],
    text: 'Обсерватория стоит на вершине холма и открыта для посетителей каждый вечер. Астроном показывает кольца Сатурна и рассказывает о далёких звёздах.',
  },
  {
    name: 'japanese',
    charsets: ['SHIFT_JIS', 'EUC-JP'],
    text: '図書館は毎日午前九時に開館します。本を借りる人は受付で会員証を見せてください。閲覧室では静かに読書をお願いします。',
  },
  {
    name: 'greek',
    charsets: ['UTF-16BE'],
    text: 'Το πλοίο φεύγει από το λιμάνι κάθε πρωί στις έξι. Ο καπετάνιος καλωσορίζει τους επιβάτες.',
  },
];
