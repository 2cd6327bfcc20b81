import {
  type ASTNode,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** The argument or input field in which a variable is used first. */
export type VariablePlace = Pick<GraphQLArgument | GraphQLInputField, 'description' | 'extensions'>;

export function findVariablePlaces(schema: GraphQLSchema, document: DocumentNode): Map<string, VariablePlace> {
  const places = new Map<string, VariablePlace>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable: ({ name }, _key, parent) => {
        const place = findPlace(types, parent && 'kind' in parent ? parent : undefined);
        if (place && !places.has(name.value)) places.set(name.value, place);
      },
    }),
  );
  return places;
}

function findPlace(types: TypeInfo, holder: ASTNode | undefined): VariablePlace | null | undefined {
  const input = types.getParentInputType();
  if (holder?.kind === Kind.OBJECT_FIELD && isInputObjectType(input)) return input.getFields()[holder.name.value];
  return types.getArgument();
}
