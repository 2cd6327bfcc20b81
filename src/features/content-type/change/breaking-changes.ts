import { conflict } from '../../../shared/errors.ts';
import { ContentItemEntity } from '../../content/content.entity.ts';
import { fieldNames } from '../../site-schema/field-names.ts';
import type { ContentTypeEntityRow } from '../content-type.entity.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { type IdentifiedField, withFieldId } from '../field-identity.ts';
import type { FieldType } from '../field-types.ts';

type Definition = Pick<ContentTypeEntityRow, 'slug' | 'fields'>;
type NewDefinition = { slug: string; fields: readonly IdentifiedField[] };

/** Field types whose values have the same type in queries. */
const SAME: Partial<Record<FieldType, string>> = {
  textarea: 'text',
  select: 'text',
  url: 'text',
  email: 'text',
  color: 'text',
  file: 'media',
};
const LISTS: ReadonlySet<FieldType> = new Set(['references', 'multiselect']);

/** @throws ServiceError 409 with what breaks; @param after null if the type is to be deleted */
export function assertNoBreakingChanges(before: Definition, after: NewDefinition | null): void {
  const breaks = after ? breakingChanges(before, after) : [`the content type "${before.slug}" would be deleted`];
  if (breaks.length === 0) return;
  throw conflict(`The change breaks existing queries: ${breaks.join('; ')}. With force: true it is made`, { breaks });
}

/** Returns what existing queries may select that the change removes, or gives another type. */
export function breakingChanges(before: Definition, after: NewDefinition): string[] {
  const fields = new Map(after.fields.map((field) => [field.id, field]));
  const renamed =
    before.slug === after.slug ? [] : [`the content type "${before.slug}" would be renamed to "${after.slug}"`];
  return [
    ...renamed,
    ...before.fields.map(withFieldId).flatMap((field) => {
      const changedField = fields.get(field.id);
      return changedField ? fieldChanges(field, changedField) : [`the field "${field.name}" would be removed`];
    }),
    ...renamedFields(before, after),
  ];
}

function fieldChanges(before: FieldDefinition, after: FieldDefinition): string[] {
  const field = `the field "${before.name}"`;
  if (before.name !== after.name) return [`${field} would be renamed to "${after.name}"`];
  const [from, to] = [before, after].map(({ type }) => SAME[type] ?? type);
  if (from !== to) {
    const list = LISTS.has(after.type) && !LISTS.has(before.type) ? ', a list' : '';
    return [`${field} would change from ${before.type} to ${after.type}${list}`];
  }
  const [target, newTarget] = [before, after].map(({ validation }) => validation.referenceTo);
  const retargeted =
    target === newTarget ? [] : [`${field} would refer to ${shownTarget(newTarget)} instead of ${shownTarget(target)}`];
  const unsorted = before.sortable && !after.sortable ? [`${field} would no longer be sortable`] : [];
  return [...retargeted, ...unsorted];
}

function shownTarget(slug: string | undefined): string {
  return slug === undefined ? 'any type' : `"${slug}"`;
}

/** A new field may take the name that a built-in or another field has in the schema of the site. */
function renamedFields(before: Definition, after: NewDefinition): string[] {
  const builtInNames = Object.keys(ContentItemEntity.meta.properties);
  const [old, now] = [before, after].map(({ fields }) =>
    fieldNames(
      fields.map(({ name }) => name),
      builtInNames,
    ),
  );
  const changes = (kind: 'custom' | 'builtIn') =>
    [...(old?.[kind] ?? [])].flatMap(([name, shown]) => {
      const next = now?.[kind].get(name);
      return next === undefined || next === shown ? [] : [`"${shown}" would be named "${next}" at /graphql/site`];
    });
  return [...changes('builtIn'), ...changes('custom')];
}
