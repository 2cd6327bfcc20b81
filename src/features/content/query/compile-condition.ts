import type { Values } from '../../../database/columns.ts';
import { FILTER_OPERATORS } from '../filter-operators.ts';
import { Comparison, isNotTrue } from './comparison.ts';
import type { Condition } from './condition.ts';
import type { Field } from './content-field.ts';
import { hasIndex, idsByComparison, idsByReference } from './field-index.ts';
import { isIndexed, isReadByIds } from './index-use.ts';

/** The caller and the statement that a filter is compiled for. */
export interface CompileOptions {
  values: Values;
  siteId: string;
  /** The access rule on a row, by its alias. */
  isReadable: (row: string) => string;
  /** Tells whether the list also has items that the viewer cannot read: their custom fields then match nothing. */
  hasTeasers: boolean;
  /**
   * The ids that indexes have of all items that can match a condition, and of others; null if they are many, so that
   * the condition is better evaluated on the items.
   */
  candidates?: ReadonlyMap<Condition, readonly string[] | null>;
  /** The condition is a part of `or` or `not`, where nothing follows from it alone. */
  isPartial?: boolean;
}

/** The condition as SQL over a row of `content_item` with this alias. It is true, or it is false or null. */
export function compileCondition(condition: Condition, row: string, options: CompileOptions): string {
  if ('all' in condition) return compileList(condition.all, ' and ', 'true', row, options);
  const partial = { ...options, isPartial: true };
  if ('any' in condition) {
    return `(${idCondition(condition, row, options)}${compileList(condition.any, ' or ', 'false', row, partial)})`;
  }
  if ('not' in condition) return isNotTrue(compileCondition(condition.not, row, partial));
  const field = 'field' in condition ? condition.field : condition.reference;
  const matches =
    'field' in condition
      ? compileComparison(condition, row, options.values)
      : compileReference(condition.reference, condition.to, row, options);
  if (!field.custom) return matches;
  return onDefiningTypes(field, idCondition(condition, row, options) + matches, row, options);
}

/** A condition on the id of the row that follows from the condition, where an index of a custom field has the ids. */
function idCondition(condition: Condition, row: string, options: CompileOptions): string {
  const ids = options.candidates?.get(condition);
  if (ids) return `${row}.id = any(${options.values.add(ids)}::uuid[]) and `;
  if (ids === null || options.isPartial || !isReadByIds(condition)) return '';
  return `${row}.id in (${selectIds(condition, row, options)}) and `;
}

function compileList(
  conditions: readonly Condition[],
  separator: string,
  empty: string,
  row: string,
  options: CompileOptions,
): string {
  if (conditions.length === 0) return empty;
  return `(${conditions.map((condition) => compileCondition(condition, row, options)).join(separator)})`;
}

/** A statement of the ids of all items that can match an indexed condition, and of others. */
export function selectIds(condition: Condition, row: string, options: CompileOptions): string {
  return idStatements(condition, row, options).join(' union all ') || 'select null::uuid where false';
}

function idStatements(condition: Condition, row: string, options: CompileOptions): string[] {
  const { values, siteId } = options;
  if ('any' in condition) return condition.any.flatMap((each) => idStatements(each, row, options));
  if ('all' in condition)
    return condition.all
      .filter(isIndexed)
      .slice(0, 1)
      .flatMap((each) => idStatements(each, row, options));
  if ('reference' in condition) return [idsByReference(condition.reference, selectTargets(condition.to, row, options))];
  if ('not' in condition) throw new TypeError('no index has what a condition excludes');
  if (condition.field.custom) return [idsByComparison(condition, values)];
  const other = `${row}o`;
  const matches = `${other}.site_id = ${values.add(siteId)} and ${compileComparison(condition, other, values)}`;
  return [`select ${other}.id from content_list ${other} where ${matches}`];
}

/** Limits a condition on a custom field to items of a type that defines it and whose custom fields the viewer may read. */
function onDefiningTypes({ custom }: Field, matches: string, row: string, options: CompileOptions): string {
  const types = custom?.types ?? [];
  const hasType =
    types.length === 1
      ? `${row}.type = ${options.values.add(types[0])}`
      : `${row}.type = any(${options.values.add(types)}::text[])`;
  const isReadable = options.hasTeasers ? ` and ${options.isReadable(row)}` : '';
  return `(${hasType}${isReadable} and ${matches})`;
}

/** Matches what can be cast to `uuid`: a field may have other texts from the time before it was a reference. */
const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** A reference leads to items that the viewer can read, whatever the list contains. */
function compileReference(field: Field, to: Condition, row: string, options: CompileOptions): string {
  const target = `${row}r`;
  if (field.kind === 'id') {
    const targets = selectTargets(to, row, options);
    if (!options.isPartial && hasIndex(field, 'in')) return `${row}.id in (${idsByReference(field, targets)})`;
    // In a join, PostgreSQL may read the value from the JSON once for each pair of items. This it hashes.
    return `(${field.value(row)} in (${targets})) is true`;
  }
  // By their ids: PostgreSQL would search all that match for each row.
  return `exists (select from jsonb_array_elements_text(${field.value(row)}) ${row}e
    join content_list ${target} on ${target}.id = (case when ${row}e ~ '${ID}' then ${row}e::uuid end)
    where ${isTarget(to, target, options)})`;
}

/** A statement of the ids of the items that a reference may lead to, as text. */
function selectTargets(to: Condition, row: string, options: CompileOptions): string {
  const target = `${row}r`;
  return `select ${target}.id::text from content_list ${target} where ${isTarget(to, target, options)}`;
}

function isTarget(to: Condition, target: string, options: CompileOptions): string {
  return `${target}.site_id = ${options.values.add(options.siteId)}
    and ${options.isReadable(target)} and ${compileCondition(to, target, { ...options, hasTeasers: false })}`;
}

type FieldCondition = Extract<Condition, { field: Field }>;

function compileComparison({ field, operator, value }: FieldCondition, row: string, values: Values): string {
  return FILTER_OPERATORS[operator].sql(new Comparison(field, value, values, row));
}
