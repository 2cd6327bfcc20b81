import { Field, InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import type { ContentTypeStatus } from './content-type.entity.ts';
import {
  AiConfigType,
  BuiltInFieldsType,
  ContentType,
  ContentTypeStatusEnum,
  FieldDefinition,
  FieldValidation,
} from './content-type.types.ts';

@InputType({
  description:
    'Validation rules for the values of a field. An option that does not apply to the field type is rejected.',
})
class FieldValidationInput extends partialInput(FieldValidation) {}

@InputType()
class FieldInput extends partialInput(FieldDefinition, { inputs: { validation: FieldValidationInput } }) {}

@InputType({ description: 'A custom field.' })
export class FieldDefinitionInput extends requiredInput(FieldInput, ['name', 'type']) {}

@InputType({
  description: 'Which built-in fields editors show. Omitted fields keep their value, or get the default on create.',
})
class BuiltInFieldsInput extends partialInput(BuiltInFieldsType) {}

@InputType({
  description: 'How search and the agent use the items. Omitted fields keep their value, or get the default on create.',
})
class AiConfigInput extends partialInput(AiConfigType) {}

@InputType({ description: 'Changes to a content type. Omitted fields keep their value; null clears.' })
export class UpdateContentTypeInput extends partialInput(ContentType, {
  omit: ['id', 'builtIn', 'createdAt', 'updatedAt', 'revision'],
  inputs: { fields: FieldDefinitionInput, builtInFields: BuiltInFieldsInput, aiConfig: AiConfigInput },
}) {}

@InputType({ description: 'A new content type.' })
export class CreateContentTypeInput extends requiredInput(UpdateContentTypeInput, ['name', 'slug']) {}

@InputType({ description: 'Filter of a list of content types.' })
export class ContentTypeFilter {
  @Field(() => ContentTypeStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: ContentTypeStatus | null;

  @Field(() => String, { nullable: true, description: 'Slug. Omitted: any slug.' })
  slug?: string | null;
}
