import { Checks } from '../../shared/checks.ts';
import { runSteps } from '../../shared/loop-scheduler.ts';
import type { FieldDefinitionInput } from './content-type.inputs.ts';
import { readFieldDefinitions } from './change/field-check.ts';

/** The types that every site has, with the fields of the interface that items do not have otherwise. */
export const BUILT_IN_TYPES = [
  builtInType('article', 'Article', 'Articles', 'A text such as news, a guide or a blog post.', []),
  builtInType('product', 'Product', 'Products', 'A product for sale.', [
    { name: 'price', type: 'number', validation: { min: 0 } },
    { name: 'sku', label: 'SKU', type: 'text' },
    { name: 'inventory', type: 'number' },
  ]),
  builtInType('faq', 'FAQ', 'FAQs', 'A question and its answer.', [
    { name: 'question', type: 'textarea' },
    { name: 'answer', type: 'textarea' },
  ]),
  builtInType('video', 'Video', 'Videos', 'A video, described by videoMetadata.', []),
  builtInType('document', 'Document', 'Documents', 'A document file, described by documentMetadata.', []),
  builtInType('course', 'Course', 'Courses', 'A course of lessons, described by courseMetadata.', []),
];

function builtInType(
  slug: string,
  name: string,
  pluralName: string,
  description: string,
  fields: readonly FieldDefinitionInput[],
) {
  return {
    slug,
    name,
    pluralName,
    description,
    icon: slug,
    fields: runSteps(readFieldDefinitions(new Checks(), fields)),
  };
}
