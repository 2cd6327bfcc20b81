import { type Extensions, Extension, getSchema } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import type { Schema } from '@tiptap/pm/model';
import { StarterKit } from '@tiptap/starter-kit';

export type BodyFormat = 'html' | 'markdown';

/** An attribute that the page keeps as a data attribute, because the editor reads what is typed from the page. */
function dataAttribute(name: string) {
  return {
    default: null,
    parseHTML: (element: Pick<Element, 'getAttribute'>) => element.getAttribute(`data-${name}`),
    renderHTML: ({ [name]: value }: Record<string, unknown>) => (value === null ? {} : { [`data-${name}`]: value }),
  };
}

/** What the editor itself does not distinguish, and its text would lose. */
const SourceAttributes = Extension.create({
  name: 'sourceAttributes',
  addGlobalAttributes: () => [
    // `b` for `strong`, `i` for `em`, `pre` for `pre` without `code`.
    { types: ['bold', 'italic', 'codeBlock'], attributes: { tag: dataAttribute('tag') } },
    // The rest of the line after the language.
    { types: ['codeBlock'], attributes: { meta: dataAttribute('meta') } },
    // A line of the source that ends without a break in the text.
    { types: ['hardBreak'], attributes: { soft: dataAttribute('soft') } },
    // An item whose text is a paragraph.
    { types: ['listItem'], attributes: { loose: dataAttribute('loose') } },
  ],
});

/** The formatted view: what it can show, and so what a body may consist of to be opened in it. */
export function extensionsOf(format: BodyFormat): Extensions {
  return [
    StarterKit.configure({
      // Bold text and the text of a link can be code.
      code: false,
      // A link gets no attributes that nobody has set.
      link: { openOnClick: false, HTMLAttributes: { target: null, rel: null, class: null } },
      // A paragraph that nobody has written.
      trailingNode: false,
      ...(format === 'markdown' ? { underline: false } : {}),
    }),
    Code.extend({ excludes: '' }),
    SourceAttributes,
  ];
}

export const SCHEMAS: Readonly<Record<BodyFormat, Schema>> = {
  html: getSchema(extensionsOf('html')),
  markdown: getSchema(extensionsOf('markdown')),
};
