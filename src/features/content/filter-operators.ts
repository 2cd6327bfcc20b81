import { type Comparison, isNotTrue } from './query/comparison.ts';
import type { Kind } from './query/content-field.ts';
import { type Box, type Circle, liesInBox, liesInCircle } from './query/location-sql.ts';

/** The operand of an operator: one value of the field's type, a list or a pair of them, or one of its own type. */
export type OperandShape = 'one' | 'list' | 'pair' | 'boolean' | 'box' | 'circle';

/** The values that an operator is described for: those of a kind, ids of referenced items, or those of any custom field. */
export type Subject = Kind | 'reference' | 'references' | 'custom';

type OperatorSql = (comparison: Comparison) => string;

export interface FilterOperator {
  kinds: readonly Kind[];
  operand: OperandShape;
  /** The condition as SQL, true, false or null: on a field of an item, or on its value in the index of a custom field. */
  sql: OperatorSql;
  /** Tells whether it looks at all of a text: the index may have only its beginning. */
  readsWholeText?: true;
  /** Tells whether most items match, so that the index of a built-in field does not help. */
  isBroad?: true;
  /** The operator that holds exactly where this one does not. */
  negates?: 'eq' | 'in';
  /** The operator that it stands for on a list. */
  onList?: 'contains' | 'containsAny';
  /** The parts of an operand in a query parameter. */
  parameterParts?: string;
  /** The sentence that holds for a matching item; `descriptions` has other sentences for some subjects. */
  description: string;
  descriptions?: Partial<Record<Subject, string>>;
}

const ORDERED_KINDS: readonly Kind[] = ['number', 'date', 'instant'];
const VALUE_KINDS: readonly Kind[] = ['text', 'id', 'choice', ...ORDERED_KINDS];
const EQUATABLE: readonly Kind[] = [...VALUE_KINDS, 'boolean'];

const equals: OperatorSql = (comparison) =>
  `${comparison.equalsFolded([comparison.operand])}${comparison.value} = ${comparison.parameter()}`;

const matchesAny: OperatorSql = (comparison) =>
  `${comparison.equalsFolded(comparison.entries)}${comparison.value} = any(${comparison.listParameter()})`;

const matchesPattern = (before: '%' | '', after: '%' | ''): Pick<FilterOperator, 'sql' | 'readsWholeText'> => ({
  sql: (comparison) => `${comparison.folded} like ${comparison.pattern(before, after)}`,
  readsWholeText: true,
});

const PART = matchesPattern('%', '%');

/** Lists of custom fields are JSON, those of built-in fields `text[]`. */
const hasAny = (comparison: Comparison, texts: readonly unknown[]): string =>
  `${comparison.value} ${comparison.field.custom ? '?|' : '&&'} ${comparison.textsParameter(texts)}`;

/** Returns the SQL condition that a list has entries. */
const isFilled = ({ field, value }: Comparison): string =>
  field.custom ? `jsonb_array_length(${value}) > 0` : `cardinality(${value}) > 0`;

const order = (sign: string, [greater, later]: readonly [string, string], orEqual = ''): FilterOperator => ({
  kinds: ORDERED_KINDS,
  operand: 'one',
  sql: (comparison) => `${comparison.value} ${sign} ${comparison.parameter()}`,
  description: `Is ${greater} than the value${orEqual}.`,
  descriptions: { date: `Is ${later} than the value${orEqual}.` },
});

const OPERATORS = {
  eq: {
    kinds: EQUATABLE,
    operand: 'one',
    sql: equals,
    description: 'Equals the value.',
    descriptions: { reference: 'Refers to the item with this id.' },
    onList: 'contains',
  },
  ne: {
    kinds: EQUATABLE,
    operand: 'one',
    sql: (comparison) => isNotTrue(equals(comparison)),
    isBroad: true,
    negates: 'eq',
    description: 'Does not equal the value. A missing value matches.',
    descriptions: { reference: 'Does not refer to the item with this id.' },
  },
  in: {
    kinds: VALUE_KINDS,
    operand: 'list',
    sql: matchesAny,
    description: 'Equals one of these values, at most 200.',
    descriptions: { reference: 'Refers to one of these items, at most 200.' },
    onList: 'containsAny',
  },
  notIn: {
    kinds: VALUE_KINDS,
    operand: 'list',
    sql: (comparison) => isNotTrue(matchesAny(comparison)),
    isBroad: true,
    negates: 'in',
    description: 'Equals none of these values, at most 200. A missing value matches.',
    descriptions: { reference: 'Refers to none of these items, at most 200.' },
  },
  gt: order('>', ['greater', 'later']),
  gte: order('>=', ['greater', 'later'], ' or equals it'),
  lt: order('<', ['less', 'earlier']),
  lte: order('<=', ['less', 'earlier'], ' or equals it'),
  between: {
    kinds: ORDERED_KINDS,
    operand: 'pair',
    sql: (comparison) => {
      const [from, to] = comparison.entries;
      return `${comparison.value} between ${comparison.parameter(from)} and ${comparison.parameter(to)}`;
    },
    description: 'Lies between two values, both included.',
    parameterParts: 'two values',
  },
  contains: {
    kinds: ['text', 'list'],
    operand: 'one',
    ...PART,
    sql: (comparison) =>
      comparison.field.kind === 'list' ? hasAny(comparison, [comparison.operand]) : PART.sql(comparison),
    description: 'Contains the text, ignoring case; in titles, ignoring accents as well.',
    descriptions: {
      list: 'Has this entry.',
      references: 'Refers to the item with this id.',
      custom: 'A text contains this text; a list has this entry.',
    },
  },
  startsWith: {
    kinds: ['text'],
    operand: 'one',
    ...matchesPattern('', '%'),
    description: 'Starts with the text, ignoring case; in titles, ignoring accents as well.',
    descriptions: { custom: 'Starts with the text, ignoring case.' },
  },
  containsAny: {
    kinds: ['list'],
    operand: 'list',
    sql: (comparison) => hasAny(comparison, comparison.entries),
    description: 'Has one of these entries, at most 200.',
    descriptions: { references: 'Refers to one of these items, at most 200.' },
  },
  containsAll: {
    kinds: ['list'],
    operand: 'list',
    sql: (comparison) => `${comparison.value} ${comparison.field.custom ? '?&' : '@>'} ${comparison.textsParameter()}`,
    description: 'Has all of these entries, at most 200.',
    descriptions: { references: 'Refers to all of these items, at most 200.' },
  },
  within: {
    kinds: ['location'],
    operand: 'box',
    sql: ({ value, operand, values }) => liesInBox(value, operand as Box, values),
    description: 'Lies in the box.',
    parameterParts: 'south,west,north,east',
  },
  near: {
    kinds: ['location'],
    operand: 'circle',
    sql: ({ value, operand, values }) => liesInCircle(value, operand as Circle, values),
    description: 'Lies in the circle.',
    parameterParts: 'latitude,longitude,metres',
  },
  exists: {
    kinds: [...EQUATABLE, 'list', 'location', 'other'],
    operand: 'boolean',
    sql: (comparison) => {
      const { field, value, operand } = comparison;
      if (field.kind !== 'list') return `${value} is ${operand === true ? 'not ' : ''}null`;
      return operand === true ? isFilled(comparison) : isNotTrue(isFilled(comparison));
    },
    isBroad: true,
    description: 'Whether there is a value.',
    descriptions: { list: 'Whether it has an entry.' },
  },
} satisfies Record<string, FilterOperator>;

export type OperatorName = keyof typeof OPERATORS;

/**
 * The operators of filters, in the order of errors and documents. A new one is a row here, its meaning in `operators.ts` of
 * the property test, and `npm run schema`.
 */
export const FILTER_OPERATORS: Readonly<Record<OperatorName, FilterOperator>> = OPERATORS;

export const OPERATOR_NAMES = Object.keys(OPERATORS) as readonly OperatorName[];

/** The operators that fit fields of the kind. */
export function operatorNames(kind: Kind): OperatorName[] {
  return OPERATOR_NAMES.filter((name) => FILTER_OPERATORS[name].kinds.includes(kind));
}

/** The operators that fit the subject, and their descriptions for it. */
export function describeOperators(subject: Subject): (FilterOperator & { name: OperatorName })[] {
  return listNames(subject).map((name) => {
    const operator = FILTER_OPERATORS[name];
    return { ...operator, name, description: operator.descriptions?.[subject] ?? operator.description };
  });
}

function listNames(subject: Subject): readonly OperatorName[] {
  if (subject === 'custom') return OPERATOR_NAMES;
  if (subject === 'reference') return operatorNames('id');
  return operatorNames(subject === 'references' ? 'list' : subject);
}
