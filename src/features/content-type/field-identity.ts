import { newId } from '../../shared/ids.ts';
import type { FieldDefinition } from './field-definition.ts';

/** A field with the id that it keeps when its name changes. */
export type IdentifiedField = FieldDefinition & { id: string };

/** Adds the id to a former definition that has none: its name. See decision 194. */
export function withFieldId(field: FieldDefinition): IdentifiedField {
  return { ...field, id: field.id ?? field.name };
}

/** Adds the ids of its fields to a type. */
export function withFieldIds<T extends { fields: readonly FieldDefinition[] }>(
  type: T,
): T & { fields: IdentifiedField[] } {
  return { ...type, fields: type.fields.map(withFieldId) };
}

/**
 * The fields of an input with the ids of the fields that they are: by their id or else by their name. Others keep the id that they
 * were given, as by an import, or get one.
 */
export function identifyFields(
  before: readonly FieldDefinition[],
  input: readonly FieldDefinition[],
): IdentifiedField[] {
  const former = before.map(withFieldId);
  const ids = new Set(former.map(({ id }) => id));
  const inputIds = new Set(input.flatMap(({ id }) => (id !== undefined && ids.has(id) ? [id] : [])));
  const idsByName = new Map(former.flatMap(({ id, name }) => (inputIds.has(id) ? [] : [[name, id] as const])));
  return input.map((field) => {
    const isFormer = field.id !== undefined && inputIds.has(field.id);
    const id = (isFormer ? field.id : idsByName.get(field.name)) ?? field.id ?? newId();
    return { ...field, id };
  });
}

/** A field before and after a change of its type, under one id. */
export interface ChangedField {
  from: IdentifiedField;
  to: IdentifiedField;
}

/** Finds the fields that both lists have, by their ids. */
export function changedFields(before: readonly FieldDefinition[], after: readonly IdentifiedField[]): ChangedField[] {
  const fieldsById = new Map(after.map((field) => [field.id, field]));
  return before.map(withFieldId).flatMap((from) => {
    const to = fieldsById.get(from.id);
    return to ? [{ from, to }] : [];
  });
}

/** Former names with their new ones, and names that renamed fields take from values that no field has. */
export interface Renames {
  /** A permutation: a value under a name that is taken goes to the name that became free, so that none is lost. */
  names: Readonly<Record<string, string>>;
  /** New names that no field of the type had. */
  taken: readonly string[];
}

/** Finds the fields that have another name. Null if there are none. */
export function findRenames(before: readonly FieldDefinition[], after: readonly IdentifiedField[]): Renames | null {
  const renamed = changedFields(before, after)
    .map(({ from, to }) => [from.name, to.name] as const)
    .filter(([from, to]) => from !== to);
  if (renamed.length === 0) return null;
  const names = new Map<string, string>(renamed);
  const formerNames = new Map(renamed.map(([from, to]) => [to, from]));
  const reused = [...formerNames.keys()].filter((name) => !names.has(name));
  for (const name of reused) {
    let free = name;
    for (let former = formerNames.get(free); former !== undefined; former = formerNames.get(free)) free = former;
    names.set(name, free);
  }
  return { names: Object.fromEntries(names), taken: reused };
}
