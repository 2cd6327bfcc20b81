import { Field, InputType, Int } from 'type-graphql';
import { GraphQLJSONObject } from '../../graphql/scalars.ts';
import type * as config from './persona.config.ts';
import type { AppType, CapabilityTier, PersonaStatus } from './persona.entity.ts';
import {
  AppTypeEnum,
  CapabilityTierEnum,
  CitationStyleEnum,
  CoachingStyleEnum,
  ComparisonBehaviorEnum,
  FormalityEnum,
  PersonaStatusEnum,
  PricingDisplayEnum,
  ReasoningEffortEnum,
  ResponseFormatEnum,
  ToneEnum,
  VerbosityEnum,
} from './persona.types.ts';

@InputType('PersonaVoiceInput', { description: 'How a persona speaks; what is absent stays or takes its default.' })
export class VoiceInput {
  @Field(() => ToneEnum, { nullable: true, description: 'How answers sound. Default professional.' })
  tone?: config.Voice['tone'] | null;

  @Field(() => VerbosityEnum, { nullable: true, description: 'How much answers say. Default balanced.' })
  verbosity?: config.Voice['verbosity'] | null;

  @Field(() => FormalityEnum, { nullable: true, description: 'How formal answers are. Default neutral.' })
  formality?: config.Voice['formality'] | null;

  @Field(() => String, { nullable: true, description: 'A few words on character, at most 2,000 characters.' })
  personality?: string | null;
}

@InputType('PersonaBehaviorInput', { description: 'How a persona behaves; what is absent stays or takes its default.' })
export class BehaviorInput {
  @Field(() => ReasoningEffortEnum, { nullable: true, description: 'How much the model thinks first. Default medium.' })
  reasoningEffort?: config.Behavior['reasoningEffort'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether answers name their sources. Default true.' })
  showCitations?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it offers a next step by itself. Default false.' })
  proactiveEngagement?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it asks back when a question is unclear. Default false.',
  })
  askClarifyingQuestions?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: "Longest answer in tokens, 16 to 8,192; absent: the model's own limit.",
  })
  maxResponseLength?: number | null;
}

@InputType('PersonaVideoConfigInput', {
  description: 'For personas of type video-training; what is absent stays or takes its default.',
})
export class VideoConfigInput {
  @Field(() => String, { nullable: true, description: 'What is trained, such as tennis.' })
  domain?: string | null;

  @Field(() => [String], { nullable: true, description: 'Levels of the learners.' })
  skillLevels?: string[] | null;

  @Field(() => CoachingStyleEnum, { nullable: true, description: 'How the coach speaks.' })
  coachingStyle?: config.VideoConfig['coachingStyle'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether sources are named as MM:SS.' })
  timestampCitations?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether techniques seen are pointed out.' })
  techniqueHighlighting?: boolean | null;

  @Field(() => String, { nullable: true, description: 'What to watch for in films.' })
  digestionInstructions?: string | null;

  @Field(() => String, { nullable: true, description: 'How to coach, for the style custom.' })
  customCoachingPrompt?: string | null;
}

@InputType('PersonaCatalogConfigInput', {
  description: 'For personas of type product-catalog; what is absent stays or takes its default.',
})
export class CatalogConfigInput {
  @Field(() => [String], { nullable: true, description: 'What is sold.' })
  productCategories?: string[] | null;

  @Field(() => ComparisonBehaviorEnum, { nullable: true, description: 'How products are compared.' })
  comparisonBehavior?: config.CatalogConfig['comparisonBehavior'] | null;

  @Field(() => PricingDisplayEnum, { nullable: true, description: 'Whether prices are told.' })
  pricingDisplay?: config.CatalogConfig['pricingDisplay'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether stock is taken into account.' })
  inventoryAwareness?: boolean | null;

  @Field(() => String, { nullable: true, description: 'When to recommend more.' })
  upsellGuidelines?: string | null;
}

@InputType('SdkResponseConfigInput', {
  description: 'How answers are laid out for SDK consumers; what is absent stays or takes its default.',
})
export class SdkResponseConfigInput {
  @Field(() => CitationStyleEnum, { nullable: true, description: 'How sources are named. Default inline.' })
  citationStyle?: config.SdkResponseConfig['citationStyle'] | null;

  @Field(() => ResponseFormatEnum, {
    nullable: true,
    description: 'Prose, headed parts, or both. Default conversational.',
  })
  responseFormat?: config.SdkResponseConfig['responseFormat'] | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether citations carry the metadata of their source. Default false.',
  })
  includeSourceMetadata?: boolean | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'Terms and their meaning, all of them, at most 200.' })
  domainGlossary?: Record<string, string> | null;
}

@InputType({
  description: 'What to change of a persona: what is absent stays, also within its nested parts; null clears.',
})
export class UpdatePersonaInput {
  @Field(() => String, { nullable: true, description: 'Display name, at most 300 characters.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the agent is told about who it is, at most 20,000 characters.',
  })
  systemPrompt?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL-friendly name, unique in the site; neither an id nor `templates`. Default made from the name.',
  })
  slug?: string | null;

  @Field(() => String, { nullable: true, description: 'What the persona is for.' })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of an image.' })
  avatar?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it answers where none is named; at most one of a site is.',
  })
  isDefault?: boolean | null;

  @Field(() => AppTypeEnum, { nullable: true, description: 'What kind of application it serves. Default general.' })
  appType?: AppType | null;

  @Field(() => CapabilityTierEnum, { nullable: true, description: 'Which model answers. Default smart.' })
  capabilityTier?: CapabilityTier | null;

  @Field(() => [String], { nullable: true, description: 'What it knows about.' })
  expertise?: string[] | null;

  @Field(() => VoiceInput, { nullable: true, description: 'How it speaks.' })
  voice?: VoiceInput | null;

  @Field(() => BehaviorInput, { nullable: true, description: 'How it behaves.' })
  behavior?: BehaviorInput | null;

  @Field(() => VideoConfigInput, { nullable: true, description: 'For type video-training.' })
  videoConfig?: VideoConfigInput | null;

  @Field(() => CatalogConfigInput, { nullable: true, description: 'For type product-catalog.' })
  catalogConfig?: CatalogConfigInput | null;

  @Field(() => SdkResponseConfigInput, { nullable: true, description: 'How answers are laid out.' })
  sdkResponseConfig?: SdkResponseConfigInput | null;

  @Field(() => String, { nullable: true, description: 'What it says first, at most 2,000 characters.' })
  welcomeMessage?: string | null;

  @Field(() => [String], { nullable: true, description: 'What a visitor may ask, at most 50.' })
  suggestedQuestions?: string[] | null;

  @Field(() => PersonaStatusEnum, { nullable: true, description: 'Only active ones answer. Default active.' })
  status?: PersonaStatus | null;
}

@InputType({ description: 'A new persona.' })
export class CreatePersonaInput extends UpdatePersonaInput {
  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  declare name: string;

  @Field(() => String, { description: 'What the agent is told about who it is, at most 20,000 characters.' })
  declare systemPrompt: string;
}

@InputType({ description: 'Which personas a list has.' })
export class PersonaFilter {
  @Field(() => PersonaStatusEnum, { nullable: true, description: 'Only of this status; absent: of any.' })
  status?: PersonaStatus | null;
}
