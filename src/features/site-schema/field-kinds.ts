import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  Kind,
} from 'graphql';
import { DateTime, GraphQLJSON } from '../../api/scalars.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import { File, FocalPoint, numberOrNull, toStoredFile, textOrNull } from './file-type.ts';
import type { SiteField } from './site-model.ts';

export type ValueType = Exclude<SiteField['type'], 'reference' | 'references'>;

/** The GraphQL types of a field type that is no reference, and the conversions of its values. */
export interface FieldKind {
  output: GraphQLOutputType;
  input: GraphQLInputType;
  /** The input type of its conditions, by name: one of the main schema, or one of `customConditions`. */
  condition: string;
  /** The stored value; null if it does not fit the type, as after a change of the field's definition. */
  read(value: unknown): unknown;
  /** The value to store, of one that GraphQL has parsed. */
  write?(value: unknown): unknown;
}

const description = 'Calendar date, such as `2026-01-31`.';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The service checks that the date exists. */
export const DateScalar = new GraphQLScalarType<string, string>({
  name: 'Date',
  description,
  serialize: String,
  parseValue: String,
  parseLiteral: (node) => (node.kind === Kind.STRING ? node.value : ''),
});

const PLACE = {
  lat: { type: new GraphQLNonNull(GraphQLFloat), description: 'Latitude in degrees, -90 to 90.' },
  lng: { type: new GraphQLNonNull(GraphQLFloat), description: 'Longitude in degrees, -180 to 180.' },
  address: { type: GraphQLString, description: 'Address.' },
};

const Location = new GraphQLObjectType({
  name: 'Location',
  description: 'A place on the map.',
  fields: PLACE,
});

const LocationInput = new GraphQLInputObjectType({
  name: 'LocationInput',
  description: 'A place on the map. It replaces the whole value.',
  fields: PLACE,
});

/** Names that no content type may take. */
export const KIND_TYPES = [DateScalar, Location, LocationInput, File, FocalPoint].map(({ name }) => name);

const text: FieldKind = {
  output: GraphQLString,
  input: GraphQLString,
  condition: 'TextCondition',
  read: textOrNull,
};

const file: FieldKind = { output: File, input: GraphQLJSON, condition: 'ExistsCondition', read: toStoredFile };

export const FIELD_KINDS: Readonly<Record<ValueType, FieldKind>> = {
  text,
  textarea: text,
  select: text,
  url: text,
  email: text,
  color: text,
  number: {
    output: GraphQLFloat,
    input: GraphQLFloat,
    condition: 'NumberCondition',
    read: numberOrNull,
  },
  boolean: {
    output: GraphQLBoolean,
    input: GraphQLBoolean,
    condition: 'BooleanCondition',
    read: (value) => (typeof value === 'boolean' ? value : null),
  },
  date: {
    output: DateScalar,
    input: DateScalar,
    condition: 'DateCondition',
    read: (value) => (typeof value === 'string' && DAY.test(value) ? value : null),
  },
  datetime: {
    output: DateTime,
    input: DateTime,
    condition: 'DateTimeCondition',
    read: (value) => (typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null),
    write: (value) => (value instanceof Date ? value.toISOString() : value),
  },
  multiselect: {
    output: nonNullList(GraphQLString),
    input: nonNullList(GraphQLString),
    condition: 'ListCondition',
    read: (value) => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : null),
  },
  media: file,
  file,
  json: {
    output: GraphQLJSON,
    input: GraphQLJSON,
    condition: 'ExistsCondition',
    read: (value) => value ?? null,
  },
  location: {
    output: Location,
    input: LocationInput,
    condition: 'LocationCondition',
    read: readLocation,
    write: (value) => (isPlainObject(value) ? { ...value } : value),
  },
};

/** The values of reference fields are ids. */
export const REFERENCE_INPUTS = { reference: GraphQLID, references: nonNullList(GraphQLID) } as const;

function readLocation(value: unknown): unknown {
  if (!isPlainObject(value)) return null;
  const [lat, lng] = [numberOrNull(value['lat']), numberOrNull(value['lng'])];
  return lat === null || lng === null ? null : { lat, lng, address: textOrNull(value['address']) };
}

export function nonNullList(type: GraphQLScalarType): GraphQLList<GraphQLNonNull<GraphQLScalarType>> {
  return new GraphQLList(new GraphQLNonNull(type));
}
