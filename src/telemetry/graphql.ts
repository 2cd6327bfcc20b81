import { type GraphQLObjectType, type GraphQLSchema, defaultFieldResolver } from 'graphql';
import { isRecording } from './metrics.ts';
import { observe } from './record.ts';

/** Measures the fields of Query and Mutation if telemetry is enabled; fields below them are not measured. */
export function observeRootFields(schema: GraphQLSchema): void {
  if (!isRecording()) return;
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    if (type) observeFields(type);
  }
}

function observeFields(type: GraphQLObjectType): void {
  for (const [name, field] of Object.entries(type.getFields())) {
    const resolve = field.resolve ?? defaultFieldResolver;
    const metricAttributes = { 'graphql.field.name': `${type.name}.${name}` };
    field.resolve = (source, args, context, info) =>
      observe(
        `resolve ${type.name}.${name}`,
        { attributes: metricAttributes, metrics: { 'lectern.graphql.resolver.duration': metricAttributes } },
        () => resolve(source, args, context, info),
      );
  }
}
