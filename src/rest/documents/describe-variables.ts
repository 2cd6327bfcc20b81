import {
  type ASTNode,
  type DocumentNode,
  type GraphQLSchema,
  isInputObjectType,
  Kind,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Variable → the description of the argument or input field that it fills first. */
export function describeVariables(schema: GraphQLSchema, document: DocumentNode): Map<string, string> {
  const descriptions = new Map<string, string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: () => false,
      Variable: ({ name }, _key, parent) => {
        const description = describePlace(types, parent && 'kind' in parent ? parent : undefined);
        if (description && !descriptions.has(name.value)) descriptions.set(name.value, description);
      },
    }),
  );
  return descriptions;
}

function describePlace(types: TypeInfo, holder: ASTNode | undefined): string | null | undefined {
  const input = types.getParentInputType();
  if (holder?.kind === Kind.OBJECT_FIELD && isInputObjectType(input))
    return input.getFields()[holder.name.value]?.description;
  return types.getArgument()?.description;
}
