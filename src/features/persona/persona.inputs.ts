import { Field, InputType } from 'type-graphql';
import { partialInput, requiredInput } from '../../graphql/input-of.ts';
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

@InputType('PersonaVoiceInput', { description: 'How a persona speaks; what is absent stays or takes its default.' })
class VoiceInput extends partialInput(VoiceType) {}

@InputType('PersonaBehaviorInput', { description: 'How a persona behaves; what is absent stays or takes its default.' })
class BehaviorInput extends partialInput(BehaviorType) {}

@InputType('PersonaVideoConfigInput', {
  description: 'For personas of type video-training; what is absent stays or takes its default.',
})
class VideoConfigInput extends partialInput(VideoConfigType) {}

@InputType('PersonaCatalogConfigInput', {
  description: 'For personas of type product-catalog; what is absent stays or takes its default.',
})
class CatalogConfigInput extends partialInput(CatalogConfigType) {}

@InputType('SdkResponseConfigInput', {
  description: 'How answers are laid out for SDK consumers; what is absent stays or takes its default.',
})
class SdkResponseConfigInput extends partialInput(SdkResponseConfigType) {}

@InputType({
  description: 'What to change of a persona: what is absent stays, also within its nested parts; null clears.',
})
export class UpdatePersonaInput extends partialInput(Persona, {
  omit: ['id', 'createdAt', 'updatedAt'],
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

@InputType({ description: 'Which personas a list has.' })
export class PersonaFilter {
  @Field(() => PersonaStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: PersonaStatus | null;
}
