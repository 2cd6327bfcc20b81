import { Field, InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../graphql/input-of.ts';
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
  description: 'Rules for the values of a field. An option that does not fit the type of the field is refused.',
})
class FieldValidationInput extends partialInput(FieldValidation) {}

@InputType()
class FieldInput extends partialInput(FieldDefinition, { inputs: { validation: FieldValidationInput } }) {}

@InputType({ description: 'A custom field.' })
export class FieldDefinitionInput extends requiredInput(FieldInput, ['name', 'type']) {}

@InputType({ description: 'Which fields of every item editors use; what is absent stays or takes its default.' })
class BuiltInFieldsInput extends partialInput(BuiltInFieldsType) {}

@InputType({ description: 'How items take part in search and answers; what is absent stays or takes its default.' })
class AiConfigInput extends partialInput(AiConfigType) {}

@InputType({ description: 'What to change of a content type; what is absent stays, null clears.' })
export class UpdateContentTypeInput extends partialInput(ContentType, {
  omit: ['id', 'builtIn', 'createdAt', 'updatedAt'],
  inputs: { fields: FieldDefinitionInput, builtInFields: BuiltInFieldsInput, aiConfig: AiConfigInput },
}) {}

@InputType({ description: 'A new content type.' })
export class CreateContentTypeInput extends requiredInput(UpdateContentTypeInput, ['name', 'slug']) {}

@InputType({ description: 'Which content types a list has.' })
export class ContentTypeFilter {
  @Field(() => ContentTypeStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: ContentTypeStatus | null;
}
