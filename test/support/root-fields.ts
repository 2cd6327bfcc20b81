import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';

export interface RootField {
  name: string;
  kind: 'query' | 'mutation';
  type: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  isAdmin: boolean;
}

/** Every query and mutation of the schema; what an admin does says so in its description. */
export function rootFields(schema: GraphQLSchema): RootField[] {
  const of = (kind: RootField['kind'], type: GraphQLObjectType | null | undefined) =>
    Object.values(type?.getFields() ?? {}).map((field) => {
      const isAdmin = field.description?.includes('admin key') ?? false;
      return { name: field.name, kind, type: type!, field, isAdmin };
    });
  return [...of('query', schema.getQueryType()), ...of('mutation', schema.getMutationType())];
}

/** A call of the field with a plausible value for each argument it must have, unless given. */
export function callOf({ name, kind, field }: RootField, given: Record<string, unknown> = {}) {
  const args = field.args.filter((argument) => isRequiredArgument(argument) || argument.name in given);
  const declared = args.map((argument) => `$${argument.name}: ${String(argument.type)}`).join(', ');
  const passed = args.map((argument) => `${argument.name}: $${argument.name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const call = `${name}${passed && `(${passed})`}${selection}`;
  const variables = Object.fromEntries(
    args.map((argument) => [argument.name, given[argument.name] ?? sample(argument.type)]),
  );
  return { query: `${kind} ${declared && `(${declared})`} { ${call} }`, variables };
}

function sample(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return sample(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(required.map((field) => [field.name, sample(field.type)]));
  }
  return SCALARS[type.name] ?? 'sample';
}

const SCALARS: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  ID: '00000000-0000-7000-8000-000000000000',
  JSON: {},
  JSONObject: {},
  DateTime: '2099-01-01T00:00:00Z',
};
