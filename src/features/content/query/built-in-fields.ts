import { columnName } from '../../../database/columns.ts';
import { fold } from '../../../text/folding.ts';
import { ACCESS_LEVELS } from '../../../access/access-level.ts';
import { CONTENT_STATUSES } from '../content.entity.ts';
import { canonicalLanguage } from '../language-codes.ts';
import type { Field, Kind } from './content-field.ts';

const field = (name: string, kind: Kind, facts: Partial<Field> & { column?: string } = {}): Field => {
  const { column = columnName(name), ...others } = facts;
  const value = (row: string) => `${row}.${column}`;
  const folded = (row: string) => `lower(${value(row)})`;
  return { name, kind, value, isCounted: false, ...(kind === 'text' ? { folded } : {}), ...others };
};

/** The built-in fields that lists can be filtered by, under the names of REST. */
export const BUILT_IN_FIELDS: ReadonlyMap<string, Field> = new Map(
  [
    field('id', 'id'),
    field('externalId', 'text'),
    field('slug', 'text'),
    field('title', 'text', { folded: (row) => `${row}.title_folded`, fold }),
    field('type', 'text', { isCounted: true }),
    field('status', 'choice', { choices: CONTENT_STATUSES, isCounted: true }),
    field('language', 'text', { canonical: canonicalLanguage }),
    field('categories', 'list'),
    field('tags', 'list'),
    field('author', 'text'),
    field('collection', 'id', { column: 'collection_id', isCounted: true }),
    field('accessLevel', 'choice', { choices: ACCESS_LEVELS, isCounted: true }),
    field('sortOrder', 'number'),
    field('publishedAt', 'instant'),
    field('createdAt', 'instant'),
    field('updatedAt', 'instant'),
  ].map((each) => [each.name, each]),
);
