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
  valueFromAST,
} from 'graphql';
import { type Variables, findArgument } from '../selection/conditional-plans.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import {
  type CountedPage,
  FIELD_POINTS,
  type FieldCost,
  ROOT_POINTS,
  UNKNOWN_SIZE,
  declaredCost,
} from '../../api/field-cost.ts';

/** Where a selection stands: the type it selects from, and the page size that the field above it was asked for. */
export interface Place {
  type: GraphQLCompositeType;
  page: number | undefined;
}

export interface Price {
  /** Points of the field itself, without what is selected in it. */
  own: number;
  /** True if the field is a list of objects: how many it has is only known when it is read. */
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

  /** The price of a field; undefined if the type does not have it, as in an operation that is not valid. */
  findPrice(node: FieldNode, place: Place): Price | undefined {
    const field = findField(place.type, node);
    if (!field) return undefined;
    const type = getNamedType(field.type);
    const cost = declaredCost(field) ?? {};
    const readArgument = argumentReader(field, node, this.variables);
    const page = cost.page && pageSize(readArgument, cost.page);
    const isList = isListType(getNullableType(field.type));
    return {
      own: this.countPoints(field, readArgument, place, cost),
      isList,
      size: isList ? (page ?? cost.size ?? place.page ?? UNKNOWN_SIZE) : 1,
      each: cost.each ?? 0,
      below: isCompositeType(type) ? { type, page } : undefined,
    };
  }

  private countPoints(
    { name }: GraphQLField<unknown, unknown>,
    readArgument: Arguments,
    { type }: Place,
    { points, extra = {}, perValue = {} }: FieldCost,
  ): number {
    // Introspection is bounded by its depth, and by whether it is allowed at all.
    if (name.startsWith('__') || type.name.startsWith('__')) return 0;
    let sum = points ?? (this.roots.has(type) ? ROOT_POINTS : FIELD_POINTS);
    for (const [argument, more] of Object.entries(extra)) if (readArgument(argument) === true) sum += more;
    for (const [argument, each] of Object.entries(perValue)) sum += each * countValues(readArgument(argument));
    return sum;
  }

  /** The place inside a fragment. */
  narrow(place: Place, typeName: string | undefined): Place {
    const type = typeName === undefined ? undefined : this.schema.getType(typeName);
    return isCompositeType(type) ? { ...place, type } : place;
  }
}

const META_FIELDS = new Map(
  [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef].map((field) => [field.name, field]),
);

function findField(type: GraphQLCompositeType, node: FieldNode): GraphQLField<unknown, unknown> | undefined {
  const name = node.name.value;
  return META_FIELDS.get(name) ?? ('getFields' in type ? type.getFields()[name] : undefined);
}

/** The value of an argument by its name. */
type Arguments = (name: string) => unknown;

function argumentReader(field: GraphQLField<unknown, unknown>, node: FieldNode, variables: Variables): Arguments {
  return (name) => {
    const argument = field.args.find((candidate) => candidate.name === name);
    const argumentNode = findArgument(node.arguments, name);
    if (!argument) return undefined;
    return argumentNode ? valueFromAST(argumentNode, argument.type, variables) : argument.defaultValue;
  };
}

/** How many elements the caller asks for, within what the service gives. */
function pageSize(readArgument: Arguments, { argument, default: whenAbsent, max }: CountedPage): number {
  const [name = '', ...path] = argument.split('.');
  let value = readArgument(name);
  for (const key of path) value = isPlainObject(value) ? value[key] : undefined;
  return typeof value === 'number' ? Math.min(Math.max(value, 1), max) : whenAbsent;
}

/** How many values an argument holds: entries of a list, or values of the fields of an object, where a list is one value. */
function countValues(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.reduce((sum: number, entry) => sum + countValues(entry), 0);
  if (!isPlainObject(value) || value instanceof Date) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + (isListOfValues(inner) ? 1 : countValues(inner)), 0);
}

function isListOfValues(value: unknown): boolean {
  return Array.isArray(value) && !value.some(isPlainObject);
}
