import {
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLSchema,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
} from 'graphql';
import type { Variables } from '../../rest/output/conditions.ts';
import { type Arguments, argumentsOf, countValues, pageSize } from './arguments.ts';
import { FIELD_POINTS, type FieldCost, ROOT_POINTS, UNKNOWN_SIZE, declaredCost } from './field-cost.ts';

/** Where a selection stands: the type it selects from, and the page size that the field above it was asked for. */
export interface Place {
  type: GraphQLCompositeType;
  page: number | undefined;
}

export interface Price {
  /** Points of the field itself, without what is selected in it. */
  own: number;
  /** Whether it is a list of objects: how many it has is only known when it is read. */
  isList: boolean;
  /** How many objects it is expected to give for one parent. */
  size: number;
  /** Points of each object itself. */
  each: number;
  /** Where its selection stands; undefined for a value. */
  below: Place | undefined;
}

/** Prices single fields by what they declare. */
export class Prices {
  private readonly schema: GraphQLSchema;
  private readonly variables: Variables;
  private readonly roots: ReadonlySet<unknown>;

  constructor(schema: GraphQLSchema, variables: Variables) {
    this.schema = schema;
    this.variables = variables;
    this.roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
  }

  /** Undefined for a field that the type does not have, as in an operation that is not valid. */
  of(node: FieldNode, place: Place): Price | undefined {
    const field = fieldOf(place.type, node);
    if (!field) return undefined;
    const type = getNamedType(field.type);
    const cost = declaredCost(field) ?? {};
    const valueOf = argumentsOf(field, node, this.variables);
    const page = cost.page && pageSize(valueOf, cost.page);
    const isList = isListType(getNullableType(field.type));
    return {
      own: this.pointsOf(field, valueOf, place, cost),
      isList,
      size: isList ? (page ?? cost.size ?? place.page ?? UNKNOWN_SIZE) : 1,
      each: cost.each ?? 0,
      below: isCompositeType(type) ? { type, page } : undefined,
    };
  }

  private pointsOf(
    { name }: GraphQLField<unknown, unknown>,
    valueOf: Arguments,
    { type }: Place,
    { points, extra = {}, perValue = {} }: FieldCost,
  ): number {
    // Introspection is bounded by its depth, and by whether it is allowed at all.
    if (name.startsWith('__') || type.name.startsWith('__')) return 0;
    let sum = points ?? (this.roots.has(type) ? ROOT_POINTS : FIELD_POINTS);
    for (const [argument, more] of Object.entries(extra)) if (valueOf(argument) === true) sum += more;
    for (const [argument, each] of Object.entries(perValue)) sum += each * countValues(valueOf(argument));
    return sum;
  }

  /** The place inside a fragment. */
  narrowed(place: Place, typeName: string | undefined): Place {
    const type = typeName === undefined ? undefined : this.schema.getType(typeName);
    return isCompositeType(type) ? { ...place, type } : place;
  }
}

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function fieldOf(type: GraphQLCompositeType, node: FieldNode): GraphQLField<unknown, unknown> | undefined {
  const name = node.name.value;
  return META_FIELDS.get(name) ?? ('getFields' in type ? type.getFields()[name] : undefined);
}
