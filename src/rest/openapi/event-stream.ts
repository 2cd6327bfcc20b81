import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType, isUnionType, Kind } from 'graphql';
import type { RestOperation } from '../operation.ts';
import { type AnswerScope, selectionSchema } from './answer-schema.ts';
import { objectSchema, type SchemaObject } from './schema-object.ts';

/**
 * The response to `Accept: text/event-stream`. OpenAPI 3.1 has no keyword for the data of events: `x-events` refers to a
 * component with a property for each event.
 */
export function eventStream(
  { name, rootFields: [field = ''] }: RestOperation,
  scope: AnswerScope,
  answer: SchemaObject,
): SchemaObject {
  const error = { $ref: '#/components/schemas/Error' };
  const events = objectSchema({ ...progressEvents(scope, field), answer, error }, []);
  const description =
    'Data of the events, by name. The last event is `answer`, with the envelope that is returned without streaming, or `error`.';
  const component = `${name}Events`;
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description: `Server-sent events: \`event: <name>\`, then \`data: <JSON in one line>\`, as \`${component}\` describes them. Lines that begin with \`:\` keep the connection open.`,
      },
      'x-events': scope.shared.name({ ...events, description }, [component]),
    },
  };
}

/** The union of the subscription `<field>Stream` has the same events, each a type with one field. */
function progressEvents(scope: AnswerScope, field: string): Record<string, SchemaObject> {
  const subscription = scope.schema.getSubscriptionType()?.getFields()[`${field}Stream`];
  const union = subscription && getNamedType(subscription.type);
  const types = isUnionType(union) ? union.getTypes() : [];
  return Object.fromEntries(
    types.flatMap((type) =>
      Object.values(type.getFields())
        .filter((event) => event.name !== 'answer')
        .map((event) => {
          const data = getNamedType(event.type);
          return [event.name, leavesSchema(scope, isObjectType(data) ? data : type)] as const;
        }),
    ),
  );
}

/** An object with all fields of the type that are leaves. */
function leavesSchema(scope: AnswerScope, type: GraphQLObjectType): SchemaObject {
  const names = Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)));
  const selections = names.map(({ name }) => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } }) as const);
  return selectionSchema(scope, type, [{ kind: Kind.SELECTION_SET, selections }]);
}
