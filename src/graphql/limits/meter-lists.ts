import {
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { declaredCost } from '../../api/field-cost.ts';

/** Makes every list of objects count its elements as soon as it is read, where the operation of the request has a budget. */
export function meterLists(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (isListOfObjects(field) && !declaredCost(field)?.countedByResolver) meter(field);
    }
  }
}

function isListOfObjects({ type }: GraphQLField<unknown, unknown>): boolean {
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type));
}

function meter(field: GraphQLField<unknown, RequestContext>): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args: Record<string, unknown>, context, info) => {
    const list: unknown = resolve(source, args, context, info);
    if (!context.costMeter) return list;
    return list instanceof Promise
      ? list.then((read: unknown) => meterList(read, context, info))
      : meterList(list, context, info);
  };
}

function meterList(list: unknown, { costMeter: spending }: RequestContext, info: GraphQLResolveInfo): unknown {
  if (Array.isArray(list)) spending?.countList(info, list.length);
  return list;
}
