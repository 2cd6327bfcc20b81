import { FIELD_TYPES, fieldTypeRule } from '../content-type/field-types.ts';
import { OPERATOR_NAMES, type OperatorName, operatorNames, FILTER_OPERATORS } from './filter-operators.ts';
import { BUILT_IN_FIELDS } from './query/built-in-fields.ts';
import type { Kind } from './query/content-field.ts';

const COMMON = operatorNames('other');

/** The operators of custom fields by field type, for the schema: `number, date: eq, gt. All: exists.` */
export function describeFieldTypes(): string {
  const own = (type: (typeof FIELD_TYPES)[number]) =>
    operatorNames(fieldTypeRule(type).kind).filter((name) => !COMMON.includes(name));
  const groups = Map.groupBy(FIELD_TYPES, (type) => own(type).join(', '));
  const sentences = [...groups].flatMap(([names, types]) => (names === '' ? [] : [`${types.join(', ')}: ${names}.`]));
  return [...sentences, `All: ${COMMON.join(', ')}.`].join(' ');
}

/** Describes how operands with parts are written in a query parameter, for the schema. */
export function describeParameterParts(): string {
  const described = OPERATOR_NAMES.filter((name) => ['box', 'circle'].includes(FILTER_OPERATORS[name].operand));
  return described.map((name) => `\`${name}\` as ${FILTER_OPERATORS[name].parameterParts}`).join('; ');
}

/** The operators of all fields as a table of Markdown. */
export function documentOperators(): string {
  const fields = [
    ...[...BUILT_IN_FIELDS.values()].map(({ name, kind }) => ({ name: `\`${name}\``, kind })),
    ...FIELD_TYPES.map((name) => ({ name, kind: fieldTypeRule(name).kind })),
  ];
  const listOperators = (kind: Kind) => operatorNames(kind).map((name) => documentOperator(name, kind));
  const groups = Map.groupBy(fields, ({ kind }) => listOperators(kind).join(', '));
  const rows = [...groups].map(([names, group]) => `| ${group.map(({ name }) => name).join(', ')} | ${names} |`);
  return ['| built-in field, or type of a custom field | operators |', '|---|---|', ...rows].join('\n');
}

function documentOperator(name: OperatorName, kind: Kind): string {
  const alias = kind === 'list' ? OPERATOR_NAMES.find((each) => FILTER_OPERATORS[each].onList === name) : undefined;
  const note = FILTER_OPERATORS[name].parameterParts ?? (alias && `or \`${alias}\``);
  return note === undefined ? `\`${name}\`` : `\`${name}\` (${note})`;
}
