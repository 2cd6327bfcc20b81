import { checkDistinctTexts } from './distinct.ts';
import { type FieldTypeRule, violations } from '../field-type.ts';

/** The id of one item. The content service checks that it exists and is of `referenceTo`. */
export const reference: FieldTypeRule = {
  kind: 'id',
  options: ['referenceTo'],
  check: (value) => violations(wrongId(value)),
  referencedIds: (value) => [value].filter(isText),
};

/** The distinct ids of at most 1,000 items, in order. */
export const references: FieldTypeRule = {
  kind: 'list',
  options: ['referenceTo'],
  check: (value) => checkDistinctTexts(value, wrongId),
  referencedIds: (value) => (Array.isArray(value) ? value.filter(isText) : []),
};

const ID_LENGTH = 200;

function wrongId(value: unknown): string | undefined {
  const isId = isText(value) && value !== '' && value.length <= ID_LENGTH;
  return isId ? undefined : 'must be the id of a content item';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
