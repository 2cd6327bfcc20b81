import { GraphQLObjectType, GraphQLSchema, getNullableType } from 'graphql';

/**
 * The schema as GraphQL serves it: fields of queries and mutations are nullable, so that one that fails is null with an
 * error at its path, and the others keep their values. REST answers with one field, or with its error, and uses the
 * schema without this.
 */
export function withNullableRoots(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  const [query, mutation] = [config.query, config.mutation].map((root) => root && nullable(root));
  const types = config.types.map((type) => [query, mutation].find((root) => root?.name === type.name) ?? type);
  return new GraphQLSchema({ ...config, query, mutation, types });
}

function nullable(root: GraphQLObjectType): GraphQLObjectType {
  const config = root.toConfig();
  const fields = Object.entries(config.fields).map(([name, field]) => [
    name,
    { ...field, type: getNullableType(field.type) },
  ]);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(fields) });
}
