import { Field, Float, ID, InputType } from 'type-graphql';
import { optionalInput } from '../../../../api/input-of.ts';
import { DateTime, GraphQLJSON } from '../../../../api/scalars.ts';
import { NAME_LENGTH } from '../../../../shared/checks.ts';
import type { Bounds as FieldBounds } from '../../../../shared/bounds.ts';
import { AccessLevelEnum } from '../../../../api/access-level.types.ts';
import { ContentStatusEnum } from '../../content.types.ts';
import { describeFieldTypes, describeParameterParts } from '../../filter-docs.ts';
import {
  type FilterOperator,
  OPERATOR_NAMES,
  type OperatorName,
  type Subject,
  describeOperators,
} from '../../filter-operators.ts';
import type { Box, Circle } from '../location-sql.ts';
import { FILTER_LIMITS } from './raw-filter.ts';

@InputType({ description: 'A box on the map in degrees. One with `west` above `east` crosses the 180th meridian.' })
export class BoxInput implements Box {
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
export class CircleInput implements Circle {
  @Field(() => Float, { description: 'Latitude of the centre in degrees, -90 to 90.' })
  lat!: number;

  @Field(() => Float, { description: 'Longitude of the centre in degrees, -180 to 180.' })
  lng!: number;

  @Field(() => Float, { description: 'Radius in metres.' })
  distance!: number;
}

const LIST = { maxItems: FILTER_LIMITS.entries };
const PAIR = { minItems: 2, maxItems: 2 };

type FieldEntry = readonly [type: unknown, description: string, bounds?: FieldBounds];

/** The operators for a subject as optional fields. @param inputType the GraphQL type of one value */
function operatorFields(subject: Subject, inputType: (operator: FilterOperator) => unknown) {
  const fields = describeOperators(subject).map((operator): [string, FieldEntry] => {
    const { name, description } = operator;
    const type = inputType(operator);
    const operands = {
      one: [type, description],
      list: [[type], description, LIST],
      pair: [[type], description, PAIR],
      boolean: [Boolean, description],
      box: [BoxInput, description],
      circle: [CircleInput, description],
    } as const;
    return [name, operands[operator.operand]];
  });
  return Object.fromEntries(fields) as Readonly<Record<OperatorName, FieldEntry>>;
}

@InputType({ description: 'Condition on a text; all given operators must hold. Texts have at most 300 characters.' })
export class TextCondition extends optionalInput(operatorFields('text', () => String)) {}

@InputType({ description: 'Condition on an id; all given operators must hold. A malformed id is an unknown one.' })
export class IdCondition extends optionalInput(operatorFields('id', () => ID)) {}

@InputType({ description: 'Condition on a status; all given operators must hold.' })
export class ContentStatusCondition extends optionalInput(operatorFields('choice', () => ContentStatusEnum)) {}

@InputType({ description: 'Condition on an access level; all given operators must hold.' })
export class AccessLevelCondition extends optionalInput(operatorFields('choice', () => AccessLevelEnum)) {}

@InputType({ description: 'Condition on a number; all given operators must hold.' })
export class NumberCondition extends optionalInput(operatorFields('number', () => Float)) {}

@InputType({ description: 'Condition on a timestamp; all given operators must hold.' })
export class DateTimeCondition extends optionalInput(operatorFields('instant', () => DateTime)) {}

@InputType({ description: 'Condition on a list of texts; all given operators must hold.' })
export class ListCondition extends optionalInput(operatorFields('list', () => String)) {}

/** The type of a value depends on the field where the operator fits fields of several kinds. */
const customType = ({ kinds }: FilterOperator): unknown => (kinds.length > 1 ? GraphQLJSON : String);

@InputType({
  description: `Condition on a custom field; all given operators must hold. It only holds for items of a content type that defines the field. Values must be of the type of the field; an operator that does not fit it is BAD_REQUEST. ${describeFieldTypes()} reference, references: references.`,
})
export class FieldCondition extends optionalInput(operatorFields('custom', customType)) {
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
    description: `The field and the operator, or \`or\` and a number before them, or \`not\`. Fields: as in \`ContentFilter\`, with \`type\`, \`status\`, \`accessLevel\`, \`fields.<name>\`, and \`fields.<name>.<field>\` across a reference. Operators: ${OPERATOR_NAMES.join(', ')}. Without an operator: eq.`,
  })
  path!: string[];

  @Field(() => String, {
    description: `The value. A list with commas, a comma in an entry as \`\\,\`; ${describeParameterParts()}.`,
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
