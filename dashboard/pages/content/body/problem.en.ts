export const en = {
  note: (parts: string) =>
    `This body opens as source text, so that nothing in it is lost. The formatted view can’t show ${parts}.`,
  table: 'a table',
  image: 'an image',
  footnote: 'a footnote',
  reference: 'a link whose address stands elsewhere in the text',
  comment: 'a comment',
  frontMatter: 'the settings at its top (front matter)',
  looseText: 'text outside of a paragraph',
  malformed: 'HTML with a missing or misplaced tag',
  length: 'more than 200,000 characters',
  other: 'the exact form of some paragraphs',
  element: (name: string) => `HTML with <${name}>`,
  attribute: (name: string) => `the attribute “${name}”`,
  address: (url: string) => (url ? `a link to “${url}”` : 'a link without an address'),
};
