import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { pageOf } from '../../graphql/page-type.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import {
  CITATION_STYLES,
  COACHING_STYLES,
  COMPARISON_BEHAVIORS,
  FORMALITIES,
  PRICING_DISPLAYS,
  REASONING_EFFORTS,
  RESPONSE_FORMATS,
  TONES,
  VERBOSITIES,
} from './persona.config.ts';
import type * as config from './persona.config.ts';
import { APP_TYPES, CAPABILITY_TIERS, PERSONA_STATUSES } from './persona.entity.ts';
import type { AppType, CapabilityTier, PersonaStatus } from './persona.entity.ts';
import { Bounds } from '../../graphql/bounds.ts';
import { SLUG, listOf } from '../../shared/bounds.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const PROMPT_LENGTH = 20_000;
export const SHORT_TEXT_LENGTH = 2_000;
const URL_LENGTH = 2_048;
const MAX_QUESTIONS = 50;

export const AppTypeEnum = enumOf(APP_TYPES);
export const CapabilityTierEnum = enumOf(CAPABILITY_TIERS);
export const PersonaStatusEnum = enumOf(PERSONA_STATUSES);
export const ToneEnum = enumOf(TONES);
export const VerbosityEnum = enumOf(VERBOSITIES);
export const FormalityEnum = enumOf(FORMALITIES);
export const ReasoningEffortEnum = enumOf(REASONING_EFFORTS);
export const CoachingStyleEnum = enumOf(COACHING_STYLES);
export const ComparisonBehaviorEnum = enumOf(COMPARISON_BEHAVIORS);
export const PricingDisplayEnum = enumOf(PRICING_DISPLAYS);
export const CitationStyleEnum = enumOf(CITATION_STYLES);
export const ResponseFormatEnum = enumOf(RESPONSE_FORMATS);

registerEnumType(AppTypeEnum, { name: 'AppType', description: 'What kind of application a persona serves.' });
registerEnumType(CapabilityTierEnum, { name: 'CapabilityTier', description: 'Quick and cheap, or deeper reasoning.' });
registerEnumType(PersonaStatusEnum, { name: 'PersonaStatus', description: 'Only active personas answer.' });
registerEnumType(ToneEnum, { name: 'PersonaTone', description: 'How answers sound.' });
registerEnumType(VerbosityEnum, { name: 'PersonaVerbosity', description: 'How much answers say.' });
registerEnumType(FormalityEnum, { name: 'PersonaFormality', description: 'How formal answers are.' });
registerEnumType(ReasoningEffortEnum, { name: 'ReasoningEffort', description: 'How much the model thinks first.' });
registerEnumType(CoachingStyleEnum, { name: 'CoachingStyle', description: 'How a coach speaks of what was done.' });
registerEnumType(ComparisonBehaviorEnum, { name: 'ComparisonBehavior', description: 'How products are compared.' });
registerEnumType(PricingDisplayEnum, { name: 'PricingDisplay', description: 'Whether prices are told.' });
registerEnumType(CitationStyleEnum, { name: 'CitationStyle', description: 'How sources are named in an answer.' });
registerEnumType(ResponseFormatEnum, { name: 'ResponseFormat', description: 'Prose, headed parts, or both.' });

@ObjectType('PersonaVoice', { description: 'How a persona speaks.', simpleResolvers: true })
export class VoiceType {
  @Field(() => ToneEnum, { description: 'How answers sound. Default professional.' })
  tone!: config.Voice['tone'];

  @Field(() => VerbosityEnum, { description: 'How much answers say. Default balanced.' })
  verbosity!: config.Voice['verbosity'];

  @Field(() => FormalityEnum, { description: 'How formal answers are. Default neutral.' })
  formality!: config.Voice['formality'];

  @Field(() => String, { nullable: true, description: 'A few words on character, at most 2,000 characters.' })
  @Bounds({ maxLength: SHORT_TEXT_LENGTH })
  personality?: string | null;
}

@ObjectType('PersonaBehavior', { description: 'How a persona behaves.', simpleResolvers: true })
export class BehaviorType {
  @Field(() => ReasoningEffortEnum, { description: 'How much the model thinks first. Default medium.' })
  reasoningEffort!: config.Behavior['reasoningEffort'];

  @Field(() => Boolean, { description: 'Whether answers name their sources. Default true.' })
  showCitations!: boolean;

  @Field(() => Boolean, { description: 'Whether it offers a next step by itself. Default false.' })
  proactiveEngagement!: boolean;

  @Field(() => Boolean, { description: 'Whether it asks back when a question is unclear. Default false.' })
  askClarifyingQuestions!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: "Longest answer in tokens, 16 to 8,192; absent: the model's own limit.",
  })
  @Bounds({ minimum: 16, maximum: 8_192 })
  maxResponseLength?: number | null;
}

@ObjectType('PersonaVideoConfig', { description: 'For personas of type video-training.', simpleResolvers: true })
export class VideoConfigType {
  @Field(() => String, { nullable: true, description: 'What is trained, such as tennis.' })
  @Bounds({ maxLength: NAME_LENGTH })
  domain?: string | null;

  @Field(() => [String], { nullable: true, description: 'Levels of the learners.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  skillLevels?: string[] | null;

  @Field(() => CoachingStyleEnum, { nullable: true, description: 'How the coach speaks.' })
  coachingStyle?: config.VideoConfig['coachingStyle'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether sources are named as MM:SS.' })
  timestampCitations?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether techniques seen are pointed out.' })
  techniqueHighlighting?: boolean | null;

  @Field(() => String, { nullable: true, description: 'What to watch for in films.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  digestionInstructions?: string | null;

  @Field(() => String, { nullable: true, description: 'How to coach, for the style custom.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  customCoachingPrompt?: string | null;
}

@ObjectType('PersonaCatalogConfig', { description: 'For personas of type product-catalog.', simpleResolvers: true })
export class CatalogConfigType {
  @Field(() => [String], { nullable: true, description: 'What is sold.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  productCategories?: string[] | null;

  @Field(() => ComparisonBehaviorEnum, { nullable: true, description: 'How products are compared.' })
  comparisonBehavior?: config.CatalogConfig['comparisonBehavior'] | null;

  @Field(() => PricingDisplayEnum, { nullable: true, description: 'Whether prices are told.' })
  pricingDisplay?: config.CatalogConfig['pricingDisplay'] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether stock is taken into account.' })
  inventoryAwareness?: boolean | null;

  @Field(() => String, { nullable: true, description: 'When to recommend more.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  upsellGuidelines?: string | null;
}

@ObjectType('SdkResponseConfig', { description: 'How answers are laid out for SDK consumers.', simpleResolvers: true })
export class SdkResponseConfigType {
  @Field(() => CitationStyleEnum, { description: 'How sources are named. Default inline.' })
  citationStyle!: config.SdkResponseConfig['citationStyle'];

  @Field(() => ResponseFormatEnum, { description: 'Prose, headed parts, or both. Default conversational.' })
  responseFormat!: config.SdkResponseConfig['responseFormat'];

  @Field(() => Boolean, { description: 'Whether citations carry the metadata of their source. Default false.' })
  includeSourceMetadata!: boolean;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Terms and their meaning, at most 200. An update replaces all of them.',
  })
  domainGlossary?: Record<string, string> | null;
}

@ObjectType({ description: 'Who the agent is when it answers.', simpleResolvers: true })
export class Persona {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name, at most 300 characters.' })
  @Bounds({ filled: true, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, { description: 'What the agent is told about who it is, at most 20,000 characters.' })
  @Bounds({ filled: true, maxLength: PROMPT_LENGTH })
  systemPrompt!: string;

  @Field(() => String, {
    description: 'URL-friendly name, unique in the site; neither an id nor `templates`. Default made from the name.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'What the persona is for.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of an image.' })
  @Bounds({ maxLength: URL_LENGTH })
  avatar?: string | null;

  @Field(() => Boolean, { description: 'Whether it answers where none is named; at most one of a site is.' })
  isDefault!: boolean;

  @Field(() => AppTypeEnum, { description: 'What kind of application it serves. Default general.' })
  appType!: AppType;

  @Field(() => CapabilityTierEnum, { description: 'Which model answers. Default smart.' })
  capabilityTier!: CapabilityTier;

  @Field(() => [String], { description: 'What it knows about.' })
  @Bounds(listOf(LIST_LENGTH, LABEL_LENGTH))
  expertise!: string[];

  @Field(() => VoiceType, { description: 'How it speaks.' })
  voice!: VoiceType;

  @Field(() => BehaviorType, { description: 'How it behaves.' })
  behavior!: BehaviorType;

  @Field(() => VideoConfigType, { nullable: true, description: 'For type video-training.' })
  videoConfig?: VideoConfigType | null;

  @Field(() => CatalogConfigType, { nullable: true, description: 'For type product-catalog.' })
  catalogConfig?: CatalogConfigType | null;

  @Field(() => SdkResponseConfigType, { description: 'How answers are laid out.' })
  sdkResponseConfig!: SdkResponseConfigType;

  @Field(() => String, { nullable: true, description: 'What it says first, at most 2,000 characters.' })
  @Bounds({ maxLength: SHORT_TEXT_LENGTH })
  welcomeMessage?: string | null;

  @Field(() => [String], { description: 'What a visitor may ask, at most 50.' })
  @Bounds(listOf(MAX_QUESTIONS, SHORT_TEXT_LENGTH))
  suggestedQuestions!: string[];

  @Field(() => PersonaStatusEnum, { description: 'Only active ones answer. Default active.' })
  status!: PersonaStatus;

  @Field(() => DateTime, { description: 'When it was created.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it was last changed.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of personas, oldest first.', simpleResolvers: true })
export class PersonaPage extends pageOf(Persona) {}

@ObjectType({ description: 'A persona to start from.', simpleResolvers: true })
export class PersonaTemplate {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'What it is for.' })
  description!: string;

  @Field(() => AppTypeEnum, { description: 'What kind of application it serves.' })
  appType!: AppType;

  @Field(() => AppTypeEnum, { description: 'The category it is listed under: its kind of application.' })
  category!: AppType;

  @Field(() => [String], { description: 'Tags to find it by.' })
  tags!: readonly string[];

  @Field(() => String, { description: 'What the agent is told about who it is.' })
  systemPrompt!: string;

  @Field(() => VideoConfigType, { nullable: true, description: 'For type video-training.' })
  videoConfig?: VideoConfigType | null;

  @Field(() => CatalogConfigType, { nullable: true, description: 'For type product-catalog.' })
  catalogConfig?: CatalogConfigType | null;
}

@ObjectType({ description: 'Templates with what they can be chosen by.', simpleResolvers: true })
export class PersonaTemplates {
  @Field(() => [PersonaTemplate], { description: 'The templates that match.' })
  items!: readonly PersonaTemplate[];

  @Field(() => Int, { description: 'How many match.' })
  count!: number;

  @Field(() => [AppTypeEnum], { description: 'Every category that has templates.' })
  categories!: readonly AppType[];
}
