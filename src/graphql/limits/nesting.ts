import {
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  getNamedType,
  isObjectType,
} from 'graphql';
import { getOrAdd } from '../../shared/get-or-add.ts';

/**
 * Rejects an operation in which a field is nested in itself deeper than it declares by `@MaxNesting`, including fragments.
 * Fields of one `nestingGroup` count as one field.
 */
export function nestingRule(context: ValidationContext): ASTVisitor {
  const schema = context.getSchema();
  return {
    OperationDefinition({ operation, selectionSet }) {
      for (const limit of findLimits(schema)) {
        const search: Search = { ...limit, context, walked: new Map(), reported: new Set() };
        walk(search, selectionSet, schema.getRootType(operation) ?? undefined, 0);
      }
    },
  };
}

interface Limit {
  fields: ReadonlySet<GraphQLField<unknown, unknown>>;
  max: number;
}

const limitsBySchema = new WeakMap<GraphQLSchema, readonly Limit[]>();

function findLimits(schema: GraphQLSchema): readonly Limit[] {
  return getOrAdd(limitsBySchema, schema, () => {
    const fields = Object.values(schema.getTypeMap())
      .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()) : []))
      .filter(({ extensions }) => typeof extensions['maxNesting'] === 'number');
    const groups = Map.groupBy(fields, (field) => field.extensions['nestingGroup'] ?? field);
    return [...groups.values()].map((group) => ({
      fields: new Set(group),
      max: Math.min(...group.map(({ extensions }) => Number(extensions['maxNesting']))),
    }));
  });
}

interface Search extends Limit {
  context: ValidationContext;
  /** The depth at which each fragment was visited: it need not be visited again at the same or a smaller one. */
  walked: Map<FragmentDefinitionNode, number>;
  reported: Set<unknown>;
}

/** @param type undefined in an operation that is not valid */
function walk(search: Search, set: SelectionSetNode, type: GraphQLNamedType | undefined, depth: number): void {
  const { context, walked } = search;
  for (const selection of set.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = context.getFragment(selection.name.value);
      if (!fragment || (walked.get(fragment) ?? -1) >= depth) continue;
      walked.set(fragment, depth);
      walk(search, fragment.selectionSet, context.getSchema().getType(fragment.typeCondition.name.value), depth);
    } else if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value;
      walk(search, selection.selectionSet, condition ? context.getSchema().getType(condition) : type, depth);
    } else {
      const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
      const deeper = field && search.fields.has(field) ? depth + 1 : depth;
      if (field && deeper > search.max) report(search, field, selection);
      else if (field && selection.selectionSet) walk(search, selection.selectionSet, getNamedType(field.type), deeper);
    }
  }
}

function report({ context, max, reported }: Search, field: GraphQLField<unknown, unknown>, node: FieldNode): void {
  if (reported.has(node)) return;
  reported.add(node);
  const message = `"${field.name}" may be nested at most ${max} levels deep: request deeper ${field.name} in another query`;
  context.reportError(new GraphQLError(message, { nodes: node }));
}
