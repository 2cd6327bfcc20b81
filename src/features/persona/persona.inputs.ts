import { Field, InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../api/input-of.ts';
import type { PersonaStatus } from './persona.entity.ts';
import {
  BehaviorType,
  CatalogConfigType,
  Persona,
  PersonaStatusEnum,
  SdkResponseConfigType,
  VideoConfigType,
  VoiceType,
} from './persona.types.ts';

@InputType('PersonaVoiceInput', {
  description: 'Voice of a persona. Omitted fields keep their value, or get the default on create.',
})
class VoiceInput extends partialInput(VoiceType) {}

@InputType('PersonaBehaviorInput', {
  description: 'Behaviour of a persona. Omitted fields keep their value, or get the default on create.',
})
class BehaviorInput extends partialInput(BehaviorType) {}

@InputType('PersonaVideoConfigInput', {
  description:
    'Settings of personas with the app type video-training. Omitted fields keep their value, or get the default on create.',
})
class VideoConfigInput extends partialInput(VideoConfigType) {}

@InputType('PersonaCatalogConfigInput', {
  description:
    'Settings of personas with the app type product-catalog. Omitted fields keep their value, or get the default on create.',
})
class CatalogConfigInput extends partialInput(CatalogConfigType) {}

@InputType('SdkResponseConfigInput', {
  description: 'Format of answers for SDK consumers. Omitted fields keep their value, or get the default on create.',
})
class SdkResponseConfigInput extends partialInput(SdkResponseConfigType) {}

@InputType({
  description: 'Changes to a persona. Omitted fields, nested ones as well, keep their value; null clears.',
})
export class UpdatePersonaInput extends partialInput(Persona, {
  omit: ['id', 'createdAt', 'updatedAt', 'revision'],
  inputs: {
    voice: VoiceInput,
    behavior: BehaviorInput,
    videoConfig: VideoConfigInput,
    catalogConfig: CatalogConfigInput,
    sdkResponseConfig: SdkResponseConfigInput,
  },
}) {}

@InputType({ description: 'A new persona.' })
export class CreatePersonaInput extends requiredInput(UpdatePersonaInput, ['name', 'systemPrompt']) {}

@InputType({ description: 'Filter of a list of personas.' })
export class PersonaFilter {
  @Field(() => PersonaStatusEnum, { nullable: true, description: 'Status. Omitted: any status.' })
  status?: PersonaStatus | null;
}
