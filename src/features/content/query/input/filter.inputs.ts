import { Field, Float, ID, InputType } from 'type-graphql';
import { optionalInput } from '../../../../api/input-of.ts';
import { DateTime, GraphQLJSON } from '../../../../api/scalars.ts';
import { NAME_LENGTH } from '../../../../shared/checks.ts';
import { AccessLevelEnum } from '../../../../api/access-level.types.ts';
import { ContentStatusEnum } from '../../content.types.ts';
import { FILTER_LIMITS } from './raw-filter.ts';

const LIST = { maxItems: FILTER_LIMITS.entries };
const EXISTS = { exists: [Boolean, 'Whether there is a value.'] } as const;

/** The operators of equality for values of one type. */
const equality = (type: unknown) =>
  ({
    eq: [type, 'Equals the value.'],
    ne: [type, 'Does not equal the value. A missing value matches.'],
    in: [[type], 'Equals one of these values, at most 200.', LIST],
    notIn: [[type], 'Equals none of these values, at most 200. A missing value matches.', LIST],
    ...EXISTS,
  }) as const;

/** The operators of equality and order for values of one type. */
const order = (type: unknown) =>
  ({
    ...equality(type),
    gt: [type, 'Is greater than the value.'],
    gte: [type, 'Is greater than the value or equals it.'],
    lt: [type, 'Is less than the value.'],
    lte: [type, 'Is less than the value or equals it.'],
    between: [[type], 'Lies between two values, both included.', { minItems: 2, maxItems: 2 }],
  }) as const;

const HAS_SOME = {
  containsAny: [[String], 'Has one of these entries, at most 200.', LIST],
  containsAll: [[String], 'Has all of these entries, at most 200.', LIST],
} as const;

@InputType({ description: 'Condition on a text; all given operators must hold. Texts have at most 300 characters.' })
export class TextCondition extends optionalInput({
  ...equality(String),
  contains: [String, 'Contains the text, ignoring case; in titles, ignoring accents as well.'],
  startsWith: [String, 'Starts with the text, ignoring case; in titles, ignoring accents as well.'],
}) {}

@InputType({ description: 'Condition on an id; all given operators must hold. A malformed id is an unknown one.' })
export class IdCondition extends optionalInput(equality(ID)) {}

@InputType({ description: 'Condition on a status; all given operators must hold.' })
export class ContentStatusCondition extends optionalInput(equality(ContentStatusEnum)) {}

@InputType({ description: 'Condition on an access level; all given operators must hold.' })
export class AccessLevelCondition extends optionalInput(equality(AccessLevelEnum)) {}

@InputType({ description: 'Condition on a number; all given operators must hold.' })
export class NumberCondition extends optionalInput(order(Float)) {}

@InputType({ description: 'Condition on a timestamp; all given operators must hold.' })
export class DateTimeCondition extends optionalInput(order(DateTime)) {}

@InputType({ description: 'Condition on a list of texts; all given operators must hold.' })
export class ListCondition extends optionalInput({
  contains: [String, 'Has this entry.'],
  ...HAS_SOME,
  exists: [Boolean, 'Whether it has an entry.'],
}) {}

@InputType({ description: 'A box on the map in degrees. One with `west` above `east` crosses the 180th meridian.' })
export class BoxInput {
  @Field(() => Float, { description: 'Lowest latitude, -90 to 90.' })
  south!: number;

  @Field(() => Float, { description: 'Western longitude, -180 to 180.' })
  west!: number;

  @Field(() => Float, { description: 'Highest latitude, -90 to 90.' })
  north!: number;

  @Field(() => Float, { description: 'Eastern longitude, -180 to 180.' })
  east!: number;
}

@InputType({ description: 'A circle on the map.' })
export class CircleInput {
  @Field(() => Float, { description: 'Latitude of the centre in degrees, -90 to 90.' })
  lat!: number;

  @Field(() => Float, { description: 'Longitude of the centre in degrees, -180 to 180.' })
  lng!: number;

  @Field(() => Float, { description: 'Radius in metres.' })
  distance!: number;
}

@InputType({
  description:
    'Condition on a custom field; all given operators must hold. It only holds for items of a content type that defines the field. Values must be of the type of the field; an operator that does not fit it is BAD_REQUEST. text, textarea, select, url, email, color: eq, ne, in, notIn, contains, startsWith. number, date, datetime: eq, ne, in, notIn, gt, gte, lt, lte, between. boolean: eq, ne. multiselect, references: contains, containsAny, containsAll. reference: eq, ne, in, notIn. reference, references: references. location: within, near. All: exists.',
})
export class FieldCondition extends optionalInput({
  ...order(GraphQLJSON),
  contains: [GraphQLJSON, 'A text contains this text; a list has this entry.'],
  startsWith: [String, 'Starts with the text, ignoring case.'],
  ...HAS_SOME,
  within: [BoxInput, 'Lies in the box.'],
  near: [CircleInput, 'Lies in the circle.'],
}) {
  @Field(() => String, { description: 'Name of the field.' })
  name!: string;

  @Field(() => ContentFilter, {
    nullable: true,
    description:
      'Refers to an item that matches this filter and that the viewer can read. The filter cannot have `references` itself.',
  })
  references?: ContentFilter | null;
}

@InputType({
  description:
    'A condition of a filter as a query parameter of REST: `filter[tags][in]=a,b` is `{path: ["tags", "in"], value: "a,b"}`.',
})
export class FilterParameter {
  @Field(() => [String], {
    description:
      'The field and the operator, or `or` and a number before them, or `not`. Fields: as in `ContentFilter`, with `type`, `status`, `accessLevel`, `fields.<name>`, and `fields.<name>.<field>` across a reference. Without an operator: eq.',
  })
  path!: string[];

  @Field(() => String, {
    description:
      'The value. A list with commas, a comma in an entry as `\\,`; `within` as south,west,north,east; `near` as latitude,longitude,metres.',
  })
  value!: string;
}

@InputType({
  description:
    'Filter of a list of content items; all conditions must hold. At most 50 conditions, nested at most 5 deep.',
})
export class ContentFilter extends optionalInput({
  type: [String, 'Slug of the content type.'],
  status: [ContentStatusEnum, 'Status. Omitted: any status.'],
  accessLevel: [AccessLevelEnum, 'Access level of the items.'],
  collectionId: [ID, 'Id of the collection.'],
  search: [String, 'Text to search for in the title, ignoring case and accents.', { maxLength: NAME_LENGTH }],
  id: [IdCondition, 'Condition on the id.'],
  externalId: [TextCondition, 'Condition on the externalId.'],
  slug: [TextCondition, 'Condition on the slug.'],
  title: [TextCondition, 'Condition on the title.'],
  typeIs: [TextCondition, 'Condition on the slug of the content type.'],
  statusIs: [ContentStatusCondition, 'Condition on the status.'],
  accessLevelIs: [AccessLevelCondition, 'Condition on the access level.'],
  collection: [IdCondition, 'Condition on the id of the collection.'],
  language: [TextCondition, 'Condition on the language code.'],
  categories: [ListCondition, 'Condition on the categories.'],
  tags: [ListCondition, 'Condition on the tags.'],
  author: [TextCondition, 'Condition on the author.'],
  sortOrder: [NumberCondition, 'Condition on the position within the collection.'],
  publishedAt: [DateTimeCondition, 'Condition on the first publication.'],
  createdAt: [DateTimeCondition, 'Condition on the creation.'],
  updatedAt: [DateTimeCondition, 'Condition on the last change.'],
}) {
  @Field(() => [FieldCondition], {
    nullable: true,
    description: 'Conditions on custom fields, all of which must hold.',
  })
  field?: FieldCondition[] | null;

  @Field(() => [ContentFilter], { nullable: true, description: 'Filters that must all match.' })
  and?: ContentFilter[] | null;

  @Field(() => [ContentFilter], { nullable: true, description: 'Filters of which at least one must match.' })
  or?: ContentFilter[] | null;

  @Field(() => ContentFilter, { nullable: true, description: 'A filter that must not match.' })
  not?: ContentFilter | null;
}
