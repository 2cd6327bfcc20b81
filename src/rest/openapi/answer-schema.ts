import {
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLOutputType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { envelopeFields } from '../output/compile-envelope.ts';
import {
  typeCondition,
  covers,
  type SelectedField,
  selectFields,
  type SelectionScope,
  fragmentSelectionSet,
} from '../../graphql/selection/select-fields.ts';
import { leafSchema } from './input-schema.ts';
import { describe, nullable, objectSchema, type SchemaObject, SELF, type SharedSchemas } from './schema-object.ts';

/** The selection's types and fragments, and the schemas shared by all operations. */
export interface AnswerScope extends SelectionScope {
  shared: SharedSchemas;
  /** Names for an object of the type that is no fragment, in the order of preference. */
  preferredNames: (type: string) => readonly string[];
}

/** The success envelope of an operation. */
export function envelopeSchema(scope: AnswerScope, operation: OperationDefinitionNode): SchemaObject {
  const fields = fieldsSchema(scope, envelopeFields(scope, operation));
  const properties = { success: { const: true }, ...(fields['properties'] as Record<string, SchemaObject>) };
  const required = new Set(['success', ...((fields['required'] as string[] | undefined) ?? [])]);
  return objectSchema(properties, [...required]);
}

function fieldsSchema(scope: AnswerScope, fields: readonly SelectedField[]): SchemaObject {
  const properties = Object.fromEntries(fields.map((field) => [field.key, fieldSchema(scope, field)]));
  const required = fields.filter((field) => !field.conditional && (!field.omitNull || isNonNullType(field.type)));
  return objectSchema(
    properties,
    required.map(({ key }) => key),
  );
}

function fieldSchema(scope: AnswerScope, field: SelectedField): SchemaObject {
  if (field.extensions['nests'] === true) return describe({ type: 'array', items: SELF }, field.description);
  const schema = field.omitNull
    ? presentSchema(scope, field.type, field.selections)
    : valueSchema(scope, field.type, field.selections);
  return describe(schema, field.description);
}

function valueSchema(scope: AnswerScope, type: GraphQLOutputType, selections: SelectionSetNode[]): SchemaObject {
  return isNonNullType(type)
    ? presentSchema(scope, type.ofType, selections)
    : nullable(presentSchema(scope, type, selections));
}

/** The type without null. */
function presentSchema(scope: AnswerScope, type: GraphQLOutputType, selections: SelectionSetNode[]): SchemaObject {
  if (isNonNullType(type)) return presentSchema(scope, type.ofType, selections);
  if (isListType(type)) return { type: 'array', items: valueSchema(scope, type.ofType, selections) };
  return isCompositeType(type) ? selectionSchema(scope, type, selections) : leafSchema(scope.shared, type);
}

/** An object; `anyOf` for an interface or union whose types have different fields. */
export function selectionSchema(
  scope: AnswerScope,
  type: GraphQLCompositeType,
  selections: SelectionSetNode[],
): SchemaObject {
  const nameSchema = (of: GraphQLCompositeType, schema: SchemaObject): SchemaObject =>
    '$ref' in schema ? schema : scope.shared.name(describe(schema, of.description), scope.preferredNames(of.name));
  if (!isAbstractType(type) || !selections.some((set) => narrows(scope, type, set)))
    return nameSchema(type, plainSchema(scope, type, selections));
  const branches = scope.schema
    .getPossibleTypes(type)
    .map((possible) => [possible, plainSchema(scope, possible, selections)] as const);
  const distinct = [...new Map(branches.map((branch) => [JSON.stringify(branch[1]), branch])).values()];
  const [[, only] = []] = distinct;
  if (distinct.length === 1 && only) return nameSchema(type, only);
  return { anyOf: distinct.map(([possible, schema]) => nameSchema(possible, schema)) };
}

function narrows(scope: AnswerScope, type: GraphQLCompositeType, set: SelectionSetNode): boolean {
  return set.selections.some((node) => {
    if (node.kind === Kind.FIELD) return false;
    const condition = typeCondition(scope, node, type);
    const inner = fragmentSelectionSet(scope, node);
    return !covers(scope, condition, type) || (inner !== undefined && narrows(scope, condition, inner));
  });
}

/** A complete fragment becomes a reference, unless one of its fields is also selected outside of it. */
function plainSchema(scope: AnswerScope, type: GraphQLCompositeType, selections: SelectionSetNode[]): SchemaObject {
  const { whole, beside } = partition(scope, type, selections);
  const own = selectFields(scope, type, [{ kind: Kind.SELECTION_SET, selections: beside }]);
  const shared = [...whole].map((fragment) => ({
    fragment,
    keys: selectFields(scope, type, [fragment.selectionSet]).map(({ key }) => key),
  }));
  const keys = [...own.map(({ key }) => key), ...shared.flatMap((one) => one.keys)];
  if (new Set(keys).size < keys.length) return fieldsSchema(scope, selectFields(scope, type, selections));
  const references = shared.map(({ fragment }) => fragmentReference(scope, fragment));
  const parts = own.length > 0 ? [...references, fieldsSchema(scope, own)] : references;
  return parts.length === 1 && parts[0] ? parts[0] : { allOf: parts };
}

function partition(
  scope: AnswerScope,
  type: GraphQLCompositeType,
  selections: readonly SelectionSetNode[],
): { whole: Set<FragmentDefinitionNode>; beside: SelectionNode[] } {
  const whole = new Set<FragmentDefinitionNode>();
  const beside: SelectionNode[] = [];
  for (const node of selections.flatMap((set) => set.selections)) {
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.fragments.get(node.name.value) : undefined;
    const applies = covers(scope, typeCondition(scope, node, type), type);
    if (fragment && applies && (node.directives?.length ?? 0) === 0) whole.add(fragment);
    else beside.push(node);
  }
  return { whole, beside };
}

function fragmentReference(scope: AnswerScope, fragment: FragmentDefinitionNode): SchemaObject {
  return scope.shared.refer(fragment, fragment.name.value, 'Answer', () => {
    const type = scope.schema.getType(fragment.typeCondition.name.value) as GraphQLCompositeType;
    const schema = isAbstractType(type)
      ? selectionSchema(scope, type, [fragment.selectionSet])
      : plainSchema(scope, type, [fragment.selectionSet]);
    return describe(schema, fragment.description?.value ?? type.description);
  });
}
