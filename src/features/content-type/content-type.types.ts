import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { TIER_LEVELS, type TierLevel } from '../../access/access-level.ts';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSON } from '../../api/scalars.ts';
import { CONTENT_TYPE_STATUSES, type ContentTypeStatus } from './content-type.entity.ts';
import { FIELD_TYPES, type FieldType } from './field-types.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Cost } from '../../api/cost.ts';
import { Resource } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { SLUG, listBounds } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { PATTERN_LENGTH } from '../../text/safe-pattern.ts';
import { FIELD_ID, FIELD_LENGTHS, FIELD_NAME, MAX_FIELDS } from './field-definition.ts';

export const ContentTypeStatusEnum = createEnum(
  'ContentTypeStatus',
  CONTENT_TYPE_STATUSES,
  'Status of a content type.',
);

export const ContentTypeAccessLevelEnum = createEnum(
  'ContentTypeAccessLevel',
  TIER_LEVELS,
  'Default access level of new items of a content type.',
);

export const FieldTypeEnum = createEnum('FieldType', FIELD_TYPES, 'Type of the values of a custom field.');

@Visible('site')
@ObjectType({
  description: 'Validation rules for the values of a field; each applies to certain field types.',
  simpleResolvers: true,
})
export class FieldValidation {
  @Field(() => Boolean, { nullable: true, description: 'Whether a published item must have a value.' })
  required?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: 'number: minimum value; text, textarea: minimum length in characters.',
  })
  min?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'number: maximum value; text, textarea: maximum length in characters.',
  })
  max?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'text, url: regular expression (RE2 syntax, at most 1,000 characters) that must match a part of the value.',
  })
  @Bounds({ maxLength: PATTERN_LENGTH })
  pattern?: string | null;

  @Field(() => [String], { nullable: true, description: 'select, multiselect: the allowed values.' })
  @Bounds({ ...listBounds(LIST_LENGTH, LABEL_LENGTH), minItems: 1 })
  options?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'media, file: accepted MIME types such as `image/png` or `image/*`.',
  })
  @Bounds({ maxItems: LIST_LENGTH, minItems: 1 })
  allowedTypes?: string[] | null;

  @Field(() => Float, { nullable: true, description: 'media, file: maximum size in bytes.' })
  @Bounds({ minimum: 1 })
  maxSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'reference, references: slug of the content type of the referenced items.',
  })
  @Bounds({ format: SLUG })
  referenceTo?: string | null;
}

@Visible('site')
@ObjectType({ description: 'A custom field of a content type.', simpleResolvers: true })
export class FieldDefinition {
  @Field(() => ID, {
    description:
      'What the field is known by, whatever its name is: an update that has the id of a field with another name renames it, and the values in all items with it. Without an id, a field is the one of its name. Made by the service, unless the input has one: 1 to 64 letters, digits, hyphens and underscores, unique in the content type.',
  })
  @Bounds({ format: FIELD_ID })
  id!: string;

  @Field(() => String, { description: 'Key in `customFields`, camelCase, unique in the content type.' })
  @Bounds({ filled: true, format: FIELD_NAME })
  name!: string;

  @Field(() => String, { description: 'Display label. Default: generated from the name.' })
  @Bounds({ maxLength: FIELD_LENGTHS.label })
  label!: string;

  @Field(() => FieldTypeEnum, { description: 'Type of the values.' })
  type!: FieldType;

  @Field(() => String, { nullable: true, description: 'Help text for editors.' })
  @Bounds({ maxLength: FIELD_LENGTHS.description })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Placeholder of an empty field.' })
  @Bounds({ maxLength: FIELD_LENGTHS.placeholder })
  placeholder?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Default value for new items, which must be valid for the field.',
  })
  defaultValue?: unknown;

  @Field(() => FieldValidation, { nullable: true, description: 'Validation rules for the values.' })
  validation?: FieldValidation | null;

  @Field(() => Boolean, { description: 'Whether editors show the field in lists of items. Default false.' })
  showInList!: boolean;

  @Field(() => Boolean, { description: 'Whether editors can search by the field. Default true.' })
  searchable!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether items can be sorted by the field; filters by it are then also read from an index. At most 100 fields of a site are sortable or filterable. Default false.',
  })
  sortable!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True if filters by the field are read from an index without it being sortable. At most 100 fields of a site are sortable or filterable. Without effect on multiselect, references, media, file, json and location.',
  })
  filterable?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Group under which editors show the field.' })
  @Bounds({ maxLength: FIELD_LENGTHS.group })
  group?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position among the fields.' })
  order?: number | null;

  @Field(() => Boolean, { description: 'Whether editors hide the field. Default false.' })
  hidden!: boolean;

  @Field(() => Boolean, { description: 'Whether search and the agent use the values. Default true.' })
  aiIndexed!: boolean;
}

@Visible('site')
@ObjectType('ContentTypeBuiltInFields', {
  description: 'Which built-in fields editors show for items of the type.',
  simpleResolvers: true,
})
export class BuiltInFieldsType {
  @Field(() => Boolean, { description: 'Whether editors show the field `title`. Default true.' })
  title!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `slug`. Default true.' })
  slug!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `excerpt`. Default false.' })
  excerpt!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `featuredImage`. Default false.' })
  featuredImage!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `content`. Default true.' })
  content!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `author`. Default false.' })
  author!: boolean;

  @Field(() => Boolean, { description: 'Whether editors show the field `publishedAt`. Default true.' })
  publishedAt!: boolean;
}

@Visible('site')
@ObjectType('ContentTypeAiConfig', {
  description: 'How search and the agent use items of the type.',
  simpleResolvers: true,
})
export class AiConfigType {
  @Field(() => Boolean, { description: 'Whether published items are added to the knowledge base. Default true.' })
  indexed!: boolean;

  @Field(() => Boolean, {
    description:
      'A setting for the applications of the site: the service writes no summaries of items, whatever its value. Default false.',
  })
  summarize!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether every part of an indexed item is found by the keywords of the whole item: up to 10 words that its text repeats most, without everyday words. They are only used for searches by words, and shown nowhere. Default false.',
  })
  extractKeywords!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether items are embedded for semantic search; if false, only keyword search finds them. Default true.',
  })
  generateEmbeddings!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Instructions for the agent when it uses items of the type, at most 5,000 characters.',
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  instructionTemplate!: string | null;
}

@Visible('site')
@ObjectType({
  description: 'A content type: the definition of a kind of content item and its custom fields.',
  simpleResolvers: true,
})
export class ContentType extends Resource {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, {
    description: 'Slug, used as `type` of content items: lower-case letters, digits and hyphens, unique in the site.',
  })
  @Bounds({ filled: true, format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Display name in the plural.' })
  @Bounds({ maxLength: NAME_LENGTH })
  pluralName!: string | null;

  @Field(() => String, { nullable: true, description: 'Description of the type.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'Icon name.' })
  @Bounds({ maxLength: NAME_LENGTH })
  icon!: string | null;

  @Cost({ size: 4 })
  @Field(() => [FieldDefinition], {
    description:
      'Custom fields, in order, at most 200. An update replaces all of them; values of fields that it removes stay in the items.',
  })
  @Bounds({ maxItems: MAX_FIELDS })
  fields!: FieldDefinition[];

  @Field(() => BuiltInFieldsType, { description: 'Which built-in fields editors show for items of the type.' })
  builtInFields!: BuiltInFieldsType;

  @Field(() => AiConfigType, { description: 'How search and the agent use items of the type.' })
  aiConfig!: AiConfigType;

  @Field(() => ContentTypeAccessLevelEnum, {
    description: `Default access level of new items: ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(TIER_LEVELS)}. Default public.`,
  })
  accessLevel!: TierLevel;

  @Field(() => ContentTypeStatusEnum, { description: 'Status of the type. Default active.' })
  status!: ContentTypeStatus;

  @Field(() => Boolean, {
    description: 'Whether it is one of the six content types that every site has. They cannot be deleted.',
  })
  builtIn!: boolean;
}

@ObjectType({ description: 'A page of content types, sorted by slug.', simpleResolvers: true })
export class ContentTypePage extends createPageType(ContentType) {}
