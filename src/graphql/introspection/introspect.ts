import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  Kind,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
} from 'graphql';
import { type Variables, isExcluded } from '../selection/conditional-plans.ts';
import { collectFragments } from '../selection/select-fields.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { Steps } from '../../shared/loop-scheduler.ts';
import { tooComplex, withStatus } from '../limits/complexity.ts';
import type { RequestedOperation } from '../rules/requested-operation.ts';

/**
 * The limit of one answer: more than twice what the largest schema of a site takes. Published in
 * `docs/graphql-limits.md`.
 */
const MAX_OBJECTS = 250_000;
/** The number of objects between two interruptions: less than a millisecond. */
const OBJECTS_AT_ONCE = 100;

const META_FIELDS = new Map<string, GraphQLField<unknown, unknown>>(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

/** Tells whether the operation asks for the schema, alone or beside other fields. */
export function classifyRootFields(
  { document, operation }: RequestedOperation,
  variables: Variables,
): 'none' | 'some' | 'all' {
  const fields = collect(collectFragments(document), variables, [operation.selectionSet]);
  const names = [...fields.values()].map(([node]) => node?.name.value ?? '');
  if (!names.some((name) => name === '__schema' || name === '__type')) return 'none';
  return names.every((name) => META_FIELDS.has(name)) ? 'all' : 'some';
}

/**
 * What graphql-js answers to the fields of a query about the schema, other root fields left out. Can be interrupted.
 * @throws GraphQLError QUERY_TOO_COMPLEX above `maxObjects`
 */
export function introspect(
  request: RequestedOperation,
  variables: Variables,
  maxObjects: number = MAX_OBJECTS,
): Steps<Record<string, unknown>> {
  return new Introspection(request, variables, maxObjects).run();
}

class Introspection {
  private readonly request: RequestedOperation;
  private readonly variables: Variables;
  private readonly maxObjects: number;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  private readonly fields = new Map<readonly FieldNode[], ReadonlyMap<string, FieldNode[]>>();
  private objects = 0;

  constructor(request: RequestedOperation, variables: Variables, maxObjects: number) {
    this.request = request;
    this.variables = variables;
    this.maxObjects = maxObjects;
    this.fragments = collectFragments(request.document);
  }

  *run(): Steps<Record<string, unknown>> {
    const { schema, operation } = this.request;
    const query = schema.getQueryType();
    if (!query) throw new TypeError('A schema has a query type');
    const fields = collect(this.fragments, this.variables, [operation.selectionSet]);
    const metaFields = [...fields].filter(([, [node]]) => META_FIELDS.has(node?.name.value ?? ''));
    return yield* this.object(query, undefined, new Map(metaFields));
  }

  private *object(
    type: GraphQLObjectType,
    source: unknown,
    fields: ReadonlyMap<string, FieldNode[]>,
  ): Steps<Record<string, unknown>> {
    this.objects += 1;
    if (this.objects > this.maxObjects) throw tooMany(this.maxObjects);
    if (this.objects % OBJECTS_AT_ONCE === 0) yield;
    const result = Object.create(null) as Record<string, unknown>;
    for (const [key, nodes] of fields) {
      const [node] = nodes;
      const field = node && (META_FIELDS.get(node.name.value) ?? type.getFields()[node.name.value]);
      if (!node || !field) continue;
      const value = this.completeValue(field, node, { type, source });
      const namedType = getNamedType(field.type);
      result[key] = isObjectType(namedType) ? yield* this.complete(field.type, value, nodes) : (value ?? null);
    }
    return result;
  }

  private *complete(type: GraphQLOutputType, value: unknown, nodes: FieldNode[]): Steps<unknown> {
    if (value === null || value === undefined) return null;
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      const list: unknown[] = [];
      for (const item of value as Iterable<unknown>) list.push(yield* this.complete(nullable.ofType, item, nodes));
      return list;
    }
    return yield* this.object(nullable as GraphQLObjectType, value, this.collectSubfields(nodes));
  }

  private completeValue(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    { type, source }: { type: GraphQLObjectType; source: unknown },
  ): unknown {
    const args = getArgumentValues(field, node, this.variables);
    // Fields about the schema read no more of it.
    const info = { schema: this.request.schema, parentType: type } as unknown as GraphQLResolveInfo;
    return field.resolve?.(source, args, undefined, info);
  }

  private collectSubfields(nodes: FieldNode[]): ReadonlyMap<string, FieldNode[]> {
    const sets = (): SelectionSetNode[] => nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    return getOrAdd(this.fields, nodes, () => collect(this.fragments, this.variables, sets()));
  }
}

/** Fields by the key in the answer. Types about the schema are neither interfaces nor unions: every fragment applies. */
function collect(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  variables: Variables,
  sets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const entered = new Set<string>();
  const add = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (isExcluded(selection, variables)) continue;
      if (selection.kind === Kind.FIELD) {
        getOrAdd(fields, (selection.alias ?? selection.name).value, () => []).push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        add(selection.selectionSet);
      } else if (!entered.has(selection.name.value)) {
        entered.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) add(fragment.selectionSet);
      }
    }
  };
  sets.forEach(add);
  return fields;
}

function tooMany(max: number) {
  const message = `Introspection may answer at most ${max} types, fields, arguments and values: ask for less at once`;
  return withStatus(tooComplex(message, { limit: 'introspectedObjects', max }, null));
}
