import { Field, Float, InputType, Int } from 'type-graphql';
import { GraphQLJSON } from '../../graphql/scalars.ts';
import type { ContentTypeAccessLevel, ContentTypeStatus } from './content-type.entity.ts';
import { ContentTypeAccessLevelEnum, ContentTypeStatusEnum, FieldTypeEnum } from './content-type.types.ts';
import type { FieldType } from './field-types/field-types.ts';

@InputType({
  description: 'Rules for the values of a field. An option that does not fit the type of the field is refused.',
})
export class FieldValidationInput {
  @Field(() => Boolean, { nullable: true, description: 'A published item must have a value.' })
  required?: boolean | null;

  @Field(() => Float, { nullable: true, description: 'number: least value; text, textarea: least length.' })
  min?: number | null;

  @Field(() => Float, { nullable: true, description: 'number: greatest value; text, textarea: greatest length.' })
  max?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'text, url: regular expression (RE2 syntax, at most 1,000 characters) that the value must contain a match of.',
  })
  pattern?: string | null;

  @Field(() => [String], { nullable: true, description: 'select, multiselect: the choices.' })
  options?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'media, file: MIME types such as `image/png` or `image/*`.' })
  allowedTypes?: string[] | null;

  @Field(() => Float, { nullable: true, description: 'media, file: greatest size in bytes.' })
  maxSize?: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'reference, references: slug of the content type of the target.',
  })
  referenceTo?: string | null;
}

@InputType({ description: 'A custom field.' })
export class FieldDefinitionInput {
  @Field(() => String, { description: 'Name within `customFields`: camelCase, unique in the type.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Display label; default made from the name.' })
  label?: string | null;

  @Field(() => FieldTypeEnum, { description: 'What the field holds.' })
  type!: FieldType;

  @Field(() => String, { nullable: true, description: 'Help text for editors.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Shown while the field is empty.' })
  placeholder?: string | null;

  @Field(() => GraphQLJSON, {
    nullable: true,
    description: 'Taken on create when the field is absent; must be valid itself.',
  })
  defaultValue?: unknown;

  @Field(() => FieldValidationInput, { nullable: true, description: 'Rules for its values.' })
  validation?: FieldValidationInput | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  showInList?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  searchable?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  sortable?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Heading it stands under.' })
  group?: string | null;

  @Field(() => Int, { nullable: true, description: 'Position among the fields.' })
  order?: number | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  hidden?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'False keeps its values from search and the agent. Default true.',
  })
  aiIndexed?: boolean | null;
}

@InputType({ description: 'Which fields of every item editors use; what is absent stays or takes its default.' })
export class BuiltInFieldsInput {
  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  title?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  slug?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  excerpt?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  featuredImage?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  content?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  author?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  publishedAt?: boolean | null;
}

@InputType({ description: 'How items take part in search and answers; what is absent stays or takes its default.' })
export class AiConfigInput {
  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  indexed?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  summarize?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default false.' })
  extractKeywords?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Default true.' })
  generateEmbeddings?: boolean | null;

  @Field(() => String, { nullable: true, description: 'What the agent should know, at most 5,000 characters.' })
  instructionTemplate?: string | null;
}

@InputType({ description: 'What to change of a content type; what is absent stays, null clears.' })
export class UpdateContentTypeInput {
  @Field(() => String, { nullable: true, description: 'Display name, at most 300 characters.' })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Lower-case letters, digits, hyphens; unique in the site.' })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'Display name of several.' })
  pluralName?: string | null;

  @Field(() => String, { nullable: true, description: 'What the type is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Name of an icon.' })
  icon?: string | null;

  @Field(() => [FieldDefinitionInput], {
    nullable: true,
    description: 'All custom fields, at most 200; replaces the former.',
  })
  fields?: FieldDefinitionInput[] | null;

  @Field(() => BuiltInFieldsInput, { nullable: true, description: 'Which fields of every item editors use.' })
  builtInFields?: BuiltInFieldsInput | null;

  @Field(() => AiConfigInput, { nullable: true, description: 'How items take part in search and answers.' })
  aiConfig?: AiConfigInput | null;

  @Field(() => ContentTypeAccessLevelEnum, {
    nullable: true,
    description: 'Access level of a new item that names none: public, authenticated or premium. Default public.',
  })
  accessLevel?: ContentTypeAccessLevel | null;

  @Field(() => ContentTypeStatusEnum, { nullable: true, description: 'Default active.' })
  status?: ContentTypeStatus | null;
}

@InputType({ description: 'A new content type.' })
export class CreateContentTypeInput extends UpdateContentTypeInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  declare name: string;

  @Field(() => String, { description: 'Lower-case letters, digits, hyphens; unique in the site.' })
  declare slug: string;
}

@InputType({ description: 'Which content types a list has.' })
export class ContentTypeFilter {
  @Field(() => ContentTypeStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: ContentTypeStatus | null;
}
