import type { FieldDefinition } from './field-definition.ts';
import { checkFieldDefinitions } from './field-check.ts';

interface BuiltInType {
  slug: string;
  name: string;
  pluralName: string;
  description: string;
  icon: string;
  fields: FieldDefinition[];
}

/** The types that every site has. They have the fields that the interface names and that items lack otherwise. */
export const BUILT_IN_TYPES: readonly BuiltInType[] = [
  builtIn('article', 'Article', 'Articles', 'A text to read: news, a guide, a blog post.', []),
  builtIn('product', 'Product', 'Products', 'Something that is sold.', [
    { name: 'price', type: 'number', validation: { min: 0 } },
    { name: 'sku', label: 'SKU', type: 'text' },
    { name: 'inventory', type: 'number' },
  ]),
  builtIn('faq', 'FAQ', 'FAQs', 'A question with its answer.', [
    { name: 'question', type: 'textarea' },
    { name: 'answer', type: 'textarea' },
  ]),
  builtIn('video', 'Video', 'Videos', 'A film; its data stand in videoMetadata.', []),
  builtIn('document', 'Document', 'Documents', 'A file to read; its data stand in documentMetadata.', []),
  builtIn('course', 'Course', 'Courses', 'Lessons that belong together; its data stand in courseMetadata.', []),
];

function builtIn(slug: string, name: string, pluralName: string, description: string, fields: object[]): BuiltInType {
  return { slug, name, pluralName, description, icon: slug, fields: checkFieldDefinitions(fields).fields };
}
