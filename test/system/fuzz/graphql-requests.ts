import fc from 'fast-check';
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { type Body, type FuzzRequest, caller, delivery, mediaType, oddHeaders, spoiltBody } from './request.ts';
import { anything, boolean, mostly, number, oddText, placeholder, textFor } from './values.ts';

const MAX_INPUT_DEPTH = 4;
const MAX_SELECTION_DEPTH = 3;

interface Call {
  kind: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
  variables: Record<string, unknown>;
  selection: string;
  copies: number;
}

/** Requests to `/graphql` and `/graphql/stream`: any field with any arguments, and documents that are wrong as a whole. */
export function graphqlRequests(schema: GraphQLSchema): fc.Arbitrary<FuzzRequest> {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  const calls = roots.flatMap(([kind, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => callOf(kind, field)),
  );
  const whole = fc.oneof(...calls).map(toOperation);
  return fc.oneof(
    { weight: 30, arbitrary: whole.chain(asRequest) },
    { weight: 2, arbitrary: spoiltDocument(whole).chain(asRequest) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...HOSTILE_DOCUMENTS).chain((query) => asRequest({ type: 'any', payload: { query } })),
    },
    { weight: 1, arbitrary: spoiltBody.chain((body) => withBody('any', body, 'application/json')) },
  );
}

function callOf(kind: Call['kind'], field: GraphQLField<unknown, unknown>): fc.Arbitrary<Call> {
  const values = field.args.map((argument): [string, fc.Arbitrary<unknown>] => [
    argument.name,
    argumentValue(argument, field),
  ]);
  const required = field.args.filter(isRequiredArgument).map(({ name }) => name);
  return fc.record({
    kind: fc.constant(kind),
    field: fc.constant(field),
    variables: fc.oneof(
      { weight: 9, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys: required }) },
      { weight: 1, arbitrary: fc.record(Object.fromEntries(values), { requiredKeys: [] }) },
    ),
    selection: selectionOf(field.type, 0),
    copies: fc.oneof({ weight: 12, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(2, 10, 200) }),
  });
}

/** An argument called `id` names one of what the field is about. */
function argumentValue({ name, type }: GraphQLArgument, field: GraphQLField<unknown, unknown>): fc.Arbitrary<unknown> {
  if (!/^(id|idOrSlug|slug)$/.test(name)) return inputValue(type, name, 0);
  const about =
    getNamedType(field.type).name === 'Deleted' ? field.name.replace(/^delete/, '') : getNamedType(field.type).name;
  return mostly(placeholder(about === 'Content' ? 'ContentItem' : about), oddText);
}

function inputValue(type: GraphQLInputType, name: string, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return inputValue(type.ofType, name, depth);
  if (depth > MAX_INPUT_DEPTH) return fc.constant(null);
  if (isListType(type)) return mostly(fc.array(inputValue(type.ofType, name, depth + 1), { maxLength: 4 }));
  if (isEnumType(type)) return mostly(fc.constantFrom(...type.getValues().map((value) => value.name)));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    const values = Object.fromEntries(
      fields.map((field) => [field.name, inputValue(field.type, field.name, depth + 1)]),
    );
    return mostly(fc.record(values, { requiredKeys: fields.filter(isRequiredInputField).map((field) => field.name) }));
  }
  if (type.name === 'Int' || type.name === 'Float') return number;
  if (type.name === 'Boolean') return boolean;
  return /JSON/.test(type.name) ? anything : textFor(name);
}

/** Some of the fields, with `__typename` and `id` where there is one, so that later requests can name what came. */
function selectionOf(type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
  const named = getNamedType(type);
  if (!isObjectType(named)) return fc.constant('');
  const fields = Object.values(named.getFields()).filter((field) => !field.args.some(isRequiredArgument));
  const deeper = depth + 1 < MAX_SELECTION_DEPTH;
  const usable = fields.filter((field) => deeper || !isObjectType(getNamedType(field.type)));
  return fc.subarray(usable, { maxLength: Math.min(12, usable.length) }).chain((chosen) => {
    const parts = chosen.map((field) => selectionOf(field.type, depth + 1).map((below) => `${field.name}${below}`));
    return fc.tuple(...parts).map((texts) => ` { __typename ${idOf(named)}${texts.join(' ')} }`);
  });
}

function idOf(type: GraphQLObjectType): string {
  return 'id' in type.getFields() ? 'id ' : '';
}

interface Operation {
  type: string;
  payload: { query: string; variables?: unknown; operationName?: unknown };
}

function toOperation({ kind, field, variables, selection, copies }: Call): Operation {
  const declared = field.args.filter(({ name }) => name in variables);
  const head = declared.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = declared.map(({ name }) => `${name}: $${name}`).join(', ');
  const text = `${field.name}${args === '' ? '' : `(${args})`}${selection}`;
  const fields = Array.from({ length: copies }, (_, index) => (index === 0 ? text : `copy${index}: ${text}`)).join(' ');
  return {
    type: getNamedType(field.type).name,
    payload: { query: `${kind} Fuzz${head === '' ? '' : `(${head})`} { ${fields} }`, variables },
  };
}

/** A good document with a part taken out, put in or doubled; or with odd variables. */
function spoiltDocument(whole: fc.Arbitrary<Operation>): fc.Arbitrary<Operation> {
  const damage = fc.record({
    at: fc.nat({ max: 200 }),
    length: fc.nat({ max: 20 }),
    put: fc.oneof(
      oddText,
      fc.constantFrom('{', '}', '(', '$', '...', '@include(if: true)', '...on Query{__typename}', '"""'),
    ),
  });
  return fc.oneof(
    fc.tuple(whole, damage).map(([{ type, payload }, { at, length, put }]) => ({
      type,
      payload: { ...payload, query: payload.query.slice(0, at) + put + payload.query.slice(at + length) },
    })),
    fc.tuple(whole, anything, anything).map(([{ type, payload }, variables, operationName]) => ({
      type,
      payload: { ...payload, variables, operationName },
    })),
  );
}

const HOSTILE_DOCUMENTS = [
  `{ ${'a { '.repeat(3_000)}`,
  `{ __schema { types { name fields { name type { name ofType { name } } } } } }`,
  `{ __type(name: "Query") { name } }`,
  `query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }`,
  `{ ${'__typename '.repeat(5_000)} }`,
  `{ ${Array.from({ length: 500 }, (_, index) => `f${index}: knowledgeSources { id title }`).join(' ')} }`,
  `{ contents(page: { limit: 100 }) { items { ${'references(field: "related") { '.repeat(12)} id ${'} '.repeat(12)} } } }`,
  `query (${Array.from({ length: 3_000 }, (_, index) => `$v${index}: Int`).join(' ')}) { __typename }`,
  `{ contents${'@include(if: true) '.repeat(500)} { total } }`,
  `{ knowledgeSources { ${Array.from({ length: 2_000 }, (_, index) => `t${index}: title`).join(' ')} } }`,
  `subscription { __typename } query { __typename }`,
  `{ contents(filter: { search: "${'\\u0000'.repeat(10)}" }) { total } }`,
  ' ',
  '#',
];

function asRequest({ type, payload }: Operation): fc.Arbitrary<FuzzRequest> {
  return withBody(type, { kind: 'json', value: payload }, 'application/json');
}

function withBody(yields: string, body: Body, type: string): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: mostly(fc.constant('/graphql'), fc.constant('/graphql/stream')),
      headers: mediaType(type),
      odd: oddHeaders,
      caller,
      delivery,
    })
    .map(({ path, headers, odd, ...rest }) => ({
      operation: null,
      yields,
      method: 'POST',
      path: String(path),
      headers: { ...headers, ...odd },
      body,
      ...rest,
    }));
}
