import {
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { type ClassType, getMetadataStorage } from 'type-graphql';

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>;
type ParameterReader = (
  source: unknown,
  args: Record<string, unknown>,
  context: unknown,
  info: GraphQLResolveInfo,
) => unknown;
type Metadata = ReturnType<typeof getMetadataStorage>;
type FieldMetadata = Metadata['fieldResolvers'][number] | Metadata['queries'][number];

/**
 * Calls the methods of resolvers with their parameters at once: those of queries, mutations and fields. type-graphql makes
 * promises for each argument, so that every object of a list would wait for the next turn of the event loop, also where
 * the method returns a value.
 */
export function resolveDirectly(schema: GraphQLSchema, instances: ReadonlyMap<unknown, object>): void {
  const { queries, mutations, fieldResolvers, objectTypes } = getMetadataStorage();
  const names = new Map(objectTypes.map(({ target, name }) => [target as ClassType, name]));
  const resolveField = (type: unknown, metadata: FieldMetadata): void => {
    const field = isObjectType(type) ? type.getFields()[metadata.schemaName] : undefined;
    const resolve = field && directResolver(field, metadata, instances.get(metadata.target));
    if (resolve) field.resolve = resolve;
  };
  for (const metadata of queries) resolveField(schema.getQueryType(), metadata);
  for (const metadata of mutations) resolveField(schema.getMutationType(), metadata);
  for (const metadata of fieldResolvers) {
    const parent = metadata.getObjectType?.() as ClassType | undefined;
    resolveField(parent && schema.getType(names.get(parent) ?? ''), metadata);
  }
}

/** A resolver without promises; undefined for what only type-graphql can call: with middleware, or arguments that become instances of a class. */
function directResolver(
  field: GraphQLField<unknown, unknown>,
  { methodName, params = [], middlewares = [] }: FieldMetadata,
  instance: object | undefined,
): Resolver | undefined {
  const method = instance && (instance as Record<string, unknown>)[methodName];
  if (typeof method !== 'function' || middlewares.length > 0) return undefined;
  const parameters = params.toSorted((one, other) => one.index - other.index).map((param) => createParameterReader(field, param));
  if (parameters.includes(undefined)) return undefined;
  const read = parameters as ParameterReader[];
  return (source, args: Record<string, unknown>, context, info) =>
    method.apply(
      instance,
      read.map((parameter) => parameter(source, args, context, info)),
    ) as unknown;
}

function createParameterReader(
  field: GraphQLField<unknown, unknown>,
  param: NonNullable<FieldMetadata['params']>[number],
): ParameterReader | undefined {
  if (param.kind === 'context' && !param.propertyName) return (_source, _args, context) => context;
  if (param.kind === 'info') return (_source, _args, _context, info) => info;
  if (param.kind === 'root' && !param.propertyName && !param.getType) return (source) => source;
  if (param.kind !== 'arg') return undefined;
  const { name } = param;
  const argument = field.args.find((each) => each.name === name);
  return argument && !isInputObjectType(getNamedType(argument.type)) ? (_source, args) => args[name] : undefined;
}
