import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSON } from '../../graphql/scalars.ts';
import { CONTENT_TYPE_ACCESS_LEVELS, CONTENT_TYPE_STATUSES } from './content-type.entity.ts';
import type { ContentTypeAccessLevel, ContentTypeStatus } from './content-type.entity.ts';
import { FIELD_TYPES } from './field-types/field-types.ts';
import type { FieldType } from './field-types/field-types.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { SLUG, listOf } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { PATTERN_LENGTH } from '../../text/safe-pattern.ts';
import { FIELD_LENGTHS, FIELD_NAME, MAX_FIELDS } from './field-definition.ts';

export const ContentTypeStatusEnum = enumOf(CONTENT_TYPE_STATUSES);
registerEnumType(ContentTypeStatusEnum, { name: 'ContentTypeStatus', description: 'Life of a content type.' });

export const ContentTypeAccessLevelEnum = enumOf(CONTENT_TYPE_ACCESS_LEVELS);
registerEnumType(ContentTypeAccessLevelEnum, {
  name: 'ContentTypeAccessLevel',
  description: 'Access level that new items of a type start with.',
});

export const FieldTypeEnum = enumOf(FIELD_TYPES);
registerEnumType(FieldTypeEnum, { name: 'FieldType', description: 'What a custom field holds.' });

@ObjectType({ description: 'Rules for the values of a field; which apply depends on its type.', simpleResolvers: true })
export class FieldValidation {
  @Field(() => Boolean, { nullable: true, description: 'A published item must have a value.' })
  required?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: 'number: least value; text, textarea: least length in characters.',
  })
  min?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'number: greatest value; text, textarea: greatest length in characters.',
  })
  max?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'text, url: regular expression (RE2 syntax, at most 1,000 characters) that the value must contain a match of.',
  })
  @Bounds({ maxLength: PATTERN_LENGTH })
  pattern?: string | null;

  @Field(() => [String], { nullable: true, description: 'select, multiselect: the choices.' })
  @Bounds({ ...listOf(LIST_LENGTH, LABEL_LENGTH), minItems: 1 })
  options?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'media, file: MIME types such as `image/png` or `image/*`.' })
  @Bounds({ maxItems: LIST_LENGTH, minItems: 1 })
  allowedTypes?: string[] | null;

  @Field(() => Float, { nullable: true, description: 'media, file: greatest size in bytes.' })
  @Bounds({ minimum: 1 })
  maxSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'reference, references: slug of the content type of the target.',
  })
  @Bounds({ format: SLUG })
  referenceTo?: string | null;
}

@ObjectType({ description: 'A custom field of a content type.', simpleResolvers: true })
export class FieldDefinition {
  @Field(() => String, { description: 'Name within `customFields`: camelCase, unique in the type.' })
  @Bounds({ filled: true, format: FIELD_NAME })
  name!: string;

  @Field(() => String, { description: 'Display label; default made from the name.' })
  @Bounds({ maxLength: FIELD_LENGTHS.label })
  label!: string;

  @Field(() => FieldTypeEnum, { description: 'What the field holds.' })
  type!: FieldType;

  @Field(() => String, { nullable: true, description: 'Help text for editors.' })
  @Bounds({ maxLength: FIELD_LENGTHS.description })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Shown while the field is empty.' })
  @Bounds({ maxLength: FIELD_LENGTHS.placeholder })
  placeholder?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Taken on create when the field is absent; must be valid itself.',
  })
  defaultValue?: unknown;

  @Field(() => FieldValidation, { nullable: true, description: 'Rules for its values.' })
  validation?: FieldValidation | null;

  @Field(() => Boolean, { description: 'Whether lists of items show it. Default false.' })
  showInList!: boolean;

  @Field(() => Boolean, { description: 'Whether editors can search by it. Default true.' })
  searchable!: boolean;

  @Field(() => Boolean, { description: 'Whether editors can sort by it. Default false.' })
  sortable!: boolean;

  @Field(() => String, { nullable: true, description: 'Heading it stands under.' })
  @Bounds({ maxLength: FIELD_LENGTHS.group })
  group?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position among the fields.' })
  order?: number | null;

  @Field(() => Boolean, { description: 'Whether editors do not see it. Default false.' })
  hidden!: boolean;

  @Field(() => Boolean, { description: 'Whether search and the agent may use its values. Default true.' })
  aiIndexed!: boolean;
}

@ObjectType('ContentTypeBuiltInFields', {
  description: 'Which fields of every item editors use for this type.',
  simpleResolvers: true,
})
export class BuiltInFieldsType {
  @Field(() => Boolean, { description: 'Default true.' })
  title!: boolean;

  @Field(() => Boolean, { description: 'Default true.' })
  slug!: boolean;

  @Field(() => Boolean, { description: 'Default false.' })
  excerpt!: boolean;

  @Field(() => Boolean, { description: 'Default false.' })
  featuredImage!: boolean;

  @Field(() => Boolean, { description: 'Default true.' })
  content!: boolean;

  @Field(() => Boolean, { description: 'Default false.' })
  author!: boolean;

  @Field(() => Boolean, { description: 'Default true.' })
  publishedAt!: boolean;
}

@ObjectType('ContentTypeAiConfig', {
  description: 'How items of the type take part in search and answers.',
  simpleResolvers: true,
})
export class AiConfigType {
  @Field(() => Boolean, { description: 'Whether published items join the knowledge base. Default true.' })
  indexed!: boolean;

  @Field(() => Boolean, { description: 'Whether the agent may summarise items of the type. Default false.' })
  summarize!: boolean;

  @Field(() => Boolean, { description: 'Whether keywords are drawn from items of the type. Default false.' })
  extractKeywords!: boolean;

  @Field(() => Boolean, {
    description: 'Whether items are found by meaning; false: by their words only. Default true.',
  })
  generateEmbeddings!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What the agent should know when it uses items of the type, at most 5,000 characters.',
  })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  instructionTemplate!: string | null;
}

@ObjectType({
  description: 'What kind of thing a content item is, and which custom fields it has.',
  simpleResolvers: true,
})
export class ContentType {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, {
    description: 'What `type` of a content item says: lower-case letters, digits, hyphens; unique in the site.',
  })
  @Bounds({ filled: true, format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Display name of several.' })
  @Bounds({ maxLength: NAME_LENGTH })
  pluralName!: string | null;

  @Field(() => String, { nullable: true, description: 'What the type is for.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description!: string | null;

  @Field(() => String, { nullable: true, description: 'Name of an icon.' })
  @Bounds({ maxLength: NAME_LENGTH })
  icon!: string | null;

  @Field(() => [FieldDefinition], {
    description: 'Its custom fields, in order, at most 200. An update replaces all of them.',
  })
  @Bounds({ maxItems: MAX_FIELDS })
  fields!: FieldDefinition[];

  @Field(() => BuiltInFieldsType, { description: 'Which fields of every item editors use for this type.' })
  builtInFields!: BuiltInFieldsType;

  @Field(() => AiConfigType, { description: 'How items of the type take part in search and answers.' })
  aiConfig!: AiConfigType;

  @Field(() => ContentTypeAccessLevelEnum, {
    description: 'Access level of a new item that names none: public, authenticated or premium. Default public.',
  })
  accessLevel!: ContentTypeAccessLevel;

  @Field(() => ContentTypeStatusEnum, { description: 'Life of the type. Default active.' })
  status!: ContentTypeStatus;

  @Field(() => Boolean, { description: 'One of the six types that every site has and that cannot be deleted.' })
  builtIn!: boolean;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of content types, by name.', simpleResolvers: true })
export class ContentTypePage extends pageOf(ContentType) {}
