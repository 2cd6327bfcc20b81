import type { ScopeTransaction, SiteRows } from '../../../database/database.ts';
import { type Violation, assertNoViolations, conflict, createViolation } from '../../../shared/errors.ts';
import type { ContentTypeEntityRow } from '../content-type.entity.ts';
import { addFieldChange, countValues, examineValues } from './field-changes.rows.ts';
import type { FieldDefinition } from '../field-definition.ts';
import { type ChangedField, type IdentifiedField, changedFields, withFieldId, findRenames } from '../field-identity.ts';

type StoredType = Pick<ContentTypeEntityRow, 'id' | 'slug' | 'fields'>;

/** The effect of a change of fields on the values of items. */
export interface FieldValueChange {
  field: IdentifiedField;
  /** The field before; it is `field` itself where that is removed. */
  former: IdentifiedField;
  kind: 'removed' | 'renamed' | 'retyped';
  items: number;
  unfit: number;
  unconvertible: number;
}

function isRetyped({ from, to }: ChangedField): boolean {
  return from.type !== to.type;
}

/** Counts the values in items of every field that is removed, renamed or gets another type. */
export async function previewFieldChanges(
  rows: SiteRows,
  type: StoredType,
  after: readonly IdentifiedField[],
): Promise<FieldValueChange[]> {
  const fieldChanges = changedFields(type.fields, after);
  const ids = new Set(fieldChanges.map(({ from }) => from.id));
  const removedFields = type.fields.map(withFieldId).filter(({ id }) => !ids.has(id));
  const changedList = fieldChanges.filter((field) => isRetyped(field) || field.from.name !== field.to.name);
  const retyped = changedList.filter(isRetyped);
  const valueCounts = await examineValues(rows, type.id, retyped.map(toExamined));
  const counted = [...removedFields, ...changedList.filter((field) => !isRetyped(field)).map(({ from }) => from)];
  const counts = await countValues(
    rows,
    type.id,
    counted.map(({ name }) => name),
  );
  const none = (name: string) => ({ items: counts.get(name) ?? 0, unfit: 0, unconvertible: 0 });
  return [
    ...removedFields.map((field) => ({ field, former: field, kind: 'removed' as const, ...none(field.name) })),
    ...changedList.map((each) => ({
      field: each.to,
      former: each.from,
      kind: isRetyped(each) ? ('retyped' as const) : ('renamed' as const),
      ...(valueCounts.get(each.from.name) ?? none(each.from.name)),
    })),
  ];
}

function toExamined({ from, to }: ChangedField): { name: string; field: IdentifiedField } {
  return { name: from.name, field: to };
}

/**
 * @param convert names of fields whose values are converted
 * @throws ServiceError 409 for fields with another type whose stored values are not valid then
 */
export async function assertValuesFit(
  rows: SiteRows,
  type: StoredType,
  after: readonly IdentifiedField[],
  convert: readonly string[],
): Promise<void> {
  const retyped = changedFields(type.fields, after).filter(
    (field) => isRetyped(field) && !convert.includes(field.to.name),
  );
  const valueCounts = await examineValues(rows, type.id, retyped.map(toExamined));
  const values = retyped.flatMap(({ from, to }) => {
    const { unfit = 0, ...counts } = valueCounts.get(from.name) ?? {};
    return unfit > 0 ? [{ id: to.id, field: to.name, type: to.type, unfit, ...counts }] : [];
  });
  const [first] = values;
  if (!first) return;
  const details = values.map((each) => describeUnfit(each, after));
  throw conflict(`${details[0]?.message}. Name the field in convert, or set keepValues: true`, { values, details });
}

interface UnfitValues {
  field: string;
  type: string;
  unfit: number;
  unconvertible?: number;
}

function describeUnfit({ field, type, unfit, unconvertible = 0 }: UnfitValues, after: readonly IdentifiedField[]) {
  const index = after.findIndex(({ name }) => name === field);
  const items = unfit === 1 ? '1 item has' : `${unfit} items have`;
  const conversion = `no conversion fits the values of ${unconvertible} of them`;
  return createViolation(
    `fields[${index}].type`,
    `would not fit: ${items} values of "${field}" that are not valid for the type "${type}", and ${conversion}`,
  );
}

/** @throws ServiceError 400 for a name that no field of the type has */
export function assertFieldsExist(names: readonly string[], fields: readonly FieldDefinition[]): void {
  const violations = names.flatMap((name, index): Violation[] =>
    fields.some((field) => field.name === name)
      ? []
      : [createViolation(`convert[${index}]`, 'must be the name of a field of the content type')],
  );
  assertNoViolations(violations);
}

/**
 * Applies the changes of fields while the type is locked, before it has the new fields.
 * @returns whether a job has to change its items
 * @throws ServiceError 409 for a new name under which items have values that no field has
 */
export async function applyFieldChanges(
  tx: ScopeTransaction,
  type: StoredType,
  after: readonly IdentifiedField[],
  { convert, actor }: { convert: readonly string[]; actor: string },
): Promise<boolean> {
  const renames = findRenames(type.fields, after);
  if (!renames && convert.length === 0) return false;
  const counts = await countValues(tx, type.id, renames?.taken ?? []);
  for (const [name, items] of counts) {
    const path = `fields[${after.findIndex((field) => field.name === name)}].name`;
    const violation = createViolation(
      path,
      `must be another one: ${items} ${items === 1 ? 'item has a value' : 'items have values'} under "${name}" that ${items === 1 ? 'is' : 'are'} not of this field`,
    );
    throw conflict(violation.message, { details: [violation], items });
  }
  await addFieldChange(tx, type, { names: renames?.names ?? {}, converted: convert, actor });
  return true;
}
