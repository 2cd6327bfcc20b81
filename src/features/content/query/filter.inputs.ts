import { Field, Float, ID, InputType } from 'type-graphql';
import { Bounds } from '../../../graphql/bounds.ts';
import { DateTime, GraphQLJSON } from '../../../graphql/scalars.ts';
import { NAME_LENGTH } from '../../../shared/checks.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { AccessLevelEnum } from '../../access/access.types.ts';
import type { ContentStatus } from '../content.entity.ts';
import { ContentStatusEnum } from '../content.types.ts';
import { FILTER_LIMITS } from './raw-filter.ts';

const IN = 'Equals one of these values, at most 200.';
const NOT_IN = 'Equals none of these values, at most 200. A missing value matches.';
const NE = 'Does not equal the value. A missing value matches.';
const LIST = { maxItems: FILTER_LIMITS.entries };

/** The operators of equality for values of one type. */
function equality<T>(type: unknown) {
  @InputType()
  abstract class EqualityCondition {
    @Field(() => type as never, { nullable: true, description: 'Equals the value.' })
    eq?: T | null;

    @Field(() => type as never, { nullable: true, description: NE })
    ne?: T | null;

    @Field(() => [type] as never, { nullable: true, description: IN })
    @Bounds(LIST)
    in?: T[] | null;

    @Field(() => [type] as never, { nullable: true, description: NOT_IN })
    @Bounds(LIST)
    notIn?: T[] | null;

    @Field(() => Boolean, { nullable: true, description: 'Whether there is a value.' })
    exists?: boolean | null;
  }
  return EqualityCondition;
}

/** The operators of equality and order for values of one type. */
function order<T>(type: unknown) {
  @InputType()
  abstract class OrderCondition extends equality<T>(type) {
    @Field(() => type as never, { nullable: true, description: 'Is greater than the value.' })
    gt?: T | null;

    @Field(() => type as never, { nullable: true, description: 'Is greater than the value or equals it.' })
    gte?: T | null;

    @Field(() => type as never, { nullable: true, description: 'Is less than the value.' })
    lt?: T | null;

    @Field(() => type as never, { nullable: true, description: 'Is less than the value or equals it.' })
    lte?: T | null;

    @Field(() => [type] as never, { nullable: true, description: 'Lies between two values, both included.' })
    @Bounds({ minItems: 2, maxItems: 2 })
    between?: T[] | null;
  }
  return OrderCondition;
}

@InputType({ description: 'Condition on a text; all given operators must hold. Texts have at most 300 characters.' })
export class TextCondition extends equality<string>(String) {
  @Field(() => String, {
    nullable: true,
    description: 'Contains the text, ignoring case; in titles, ignoring accents as well.',
  })
  contains?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Starts with the text, ignoring case; in titles, ignoring accents as well.',
  })
  startsWith?: string | null;
}

@InputType({ description: 'Condition on an id; all given operators must hold. A malformed id is an unknown one.' })
export class IdCondition extends equality<string>(ID) {}

@InputType({ description: 'Condition on a status; all given operators must hold.' })
export class ContentStatusCondition extends equality<ContentStatus>(ContentStatusEnum) {}

@InputType({ description: 'Condition on an access level; all given operators must hold.' })
export class AccessLevelCondition extends equality<AccessLevel>(AccessLevelEnum) {}

@InputType({ description: 'Condition on a number; all given operators must hold.' })
export class NumberCondition extends order<number>(Float) {}

@InputType({ description: 'Condition on a timestamp; all given operators must hold.' })
export class DateTimeCondition extends order<Date>(DateTime) {}

@InputType({ description: 'Condition on a list of texts; all given operators must hold.' })
export class ListCondition {
  @Field(() => String, { nullable: true, description: 'Has this entry.' })
  contains?: string | null;

  @Field(() => [String], { nullable: true, description: 'Has one of these entries, at most 200.' })
  @Bounds(LIST)
  containsAny?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Has all of these entries, at most 200.' })
  @Bounds(LIST)
  containsAll?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it has an entry.' })
  exists?: boolean | null;
}

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
export class FieldCondition extends order<unknown>(GraphQLJSON) {
  @Field(() => String, { description: 'Name of the field.' })
  name!: string;

  @Field(() => GraphQLJSON, { nullable: true, description: 'A text contains this text; a list has this entry.' })
  contains?: unknown;

  @Field(() => String, { nullable: true, description: 'Starts with the text, ignoring case.' })
  startsWith?: string | null;

  @Field(() => [String], { nullable: true, description: 'Has one of these entries, at most 200.' })
  @Bounds(LIST)
  containsAny?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Has all of these entries, at most 200.' })
  @Bounds(LIST)
  containsAll?: string[] | null;

  @Field(() => BoxInput, { nullable: true, description: 'Lies in the box.' })
  within?: BoxInput | null;

  @Field(() => CircleInput, { nullable: true, description: 'Lies in the circle.' })
  near?: CircleInput | null;

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
export class ContentFilter {
  @Field(() => String, { nullable: true, description: 'Slug of the content type.' })
  type?: string | null;

  @Field(() => ContentStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: ContentStatus | null;

  @Field(() => AccessLevelEnum, { nullable: true, description: 'Access level of the items.' })
  accessLevel?: AccessLevel | null;

  @Field(() => ID, { nullable: true, description: 'Id of the collection.' })
  collectionId?: string | null;

  @Field(() => String, { nullable: true, description: 'Text to search for in the title, ignoring case and accents.' })
  @Bounds({ maxLength: NAME_LENGTH })
  search?: string | null;

  @Field(() => IdCondition, { nullable: true, description: 'Condition on the id.' })
  id?: IdCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the externalId.' })
  externalId?: TextCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the slug.' })
  slug?: TextCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the title.' })
  title?: TextCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the slug of the content type.' })
  typeIs?: TextCondition | null;

  @Field(() => ContentStatusCondition, { nullable: true, description: 'Condition on the status.' })
  statusIs?: ContentStatusCondition | null;

  @Field(() => AccessLevelCondition, { nullable: true, description: 'Condition on the access level.' })
  accessLevelIs?: AccessLevelCondition | null;

  @Field(() => IdCondition, { nullable: true, description: 'Condition on the id of the collection.' })
  collection?: IdCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the language code.' })
  language?: TextCondition | null;

  @Field(() => ListCondition, { nullable: true, description: 'Condition on the categories.' })
  categories?: ListCondition | null;

  @Field(() => ListCondition, { nullable: true, description: 'Condition on the tags.' })
  tags?: ListCondition | null;

  @Field(() => TextCondition, { nullable: true, description: 'Condition on the author.' })
  author?: TextCondition | null;

  @Field(() => NumberCondition, { nullable: true, description: 'Condition on the position within the collection.' })
  sortOrder?: NumberCondition | null;

  @Field(() => DateTimeCondition, { nullable: true, description: 'Condition on the first publication.' })
  publishedAt?: DateTimeCondition | null;

  @Field(() => DateTimeCondition, { nullable: true, description: 'Condition on the creation.' })
  createdAt?: DateTimeCondition | null;

  @Field(() => DateTimeCondition, { nullable: true, description: 'Condition on the last change.' })
  updatedAt?: DateTimeCondition | null;

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
