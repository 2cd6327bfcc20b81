import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { createPageType } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { APP_TYPES, CAPABILITY_TIERS, PERSONA_STATUSES } from './persona.entity.ts';
import type { AppType, CapabilityTier, PersonaStatus } from './persona.entity.ts';
import { Bounds } from '../../api/input-bounds.ts';
import { Cost } from '../../api/cost.ts';
import { RevisionFields } from '../../api/resource.types.ts';
import { Visible } from '../../api/visible.ts';
import { ONE_LINE, SLUG, listBounds } from '../../shared/bounds.ts';
import { WEB_LINK } from '../../shared/link.ts';
import { DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';

const PROMPT_LENGTH = 20_000;
export const SHORT_TEXT_LENGTH = 2_000;
const URL_LENGTH = 2_048;
const MAX_QUESTIONS = 50;

export const TONES = ['professional', 'friendly', 'casual', 'formal', 'playful', 'empathetic'] as const;
export const VERBOSITIES = ['concise', 'balanced', 'detailed'] as const;
export const FORMALITIES = ['formal', 'neutral', 'informal'] as const;
const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
export const COACHING_STYLES = ['encouraging', 'analytical', 'strict', 'custom'] as const;
export const COMPARISON_BEHAVIORS = ['detailed', 'quick', 'tabular'] as const;
export const PRICING_DISPLAYS = ['always', 'on-request', 'ranges', 'hidden'] as const;
const CITATION_STYLES = ['inline', 'footer', 'timestamps', 'none'] as const;
export const RESPONSE_FORMATS = ['conversational', 'structured', 'hybrid'] as const;

export const AppTypeEnum = createEnum('AppType', APP_TYPES, 'The kind of application that a persona is made for.');
export const CapabilityTierEnum = createEnum(
  'CapabilityTier',
  CAPABILITY_TIERS,
  'Model of a persona: fast (quick and cost-effective) or smart (deeper reasoning).',
);
export const PersonaStatusEnum = createEnum(
  'PersonaStatus',
  PERSONA_STATUSES,
  'Status of a persona; only active ones can be used in a chat.',
);
export const ToneEnum = createEnum('PersonaTone', TONES, 'Tone of the answers.');
export const VerbosityEnum = createEnum('PersonaVerbosity', VERBOSITIES, 'Verbosity of the answers.');
export const FormalityEnum = createEnum('PersonaFormality', FORMALITIES, 'Formality of the answers.');
export const ReasoningEffortEnum = createEnum('ReasoningEffort', REASONING_EFFORTS, 'Reasoning effort of the model.');
export const CoachingStyleEnum = createEnum(
  'CoachingStyle',
  COACHING_STYLES,
  'Coaching style of a persona for video training.',
);
export const ComparisonBehaviorEnum = createEnum(
  'ComparisonBehavior',
  COMPARISON_BEHAVIORS,
  'How products are compared.',
);
export const PricingDisplayEnum = createEnum('PricingDisplay', PRICING_DISPLAYS, 'How the agent mentions prices.');
export const CitationStyleEnum = createEnum('CitationStyle', CITATION_STYLES, 'How an answer cites its sources.');
export const ResponseFormatEnum = createEnum(
  'ResponseFormat',
  RESPONSE_FORMATS,
  'Format of an answer: prose (conversational), sections with headings (structured) or both (hybrid).',
);

@Visible('site')
@ObjectType('PersonaVoice', { description: 'Voice of a persona.', simpleResolvers: true })
export class VoiceType {
  @Field(() => ToneEnum, { description: 'Tone of the answers. Default professional.' })
  tone!: (typeof TONES)[number];

  @Field(() => VerbosityEnum, { description: 'Verbosity of the answers. Default balanced.' })
  verbosity!: (typeof VERBOSITIES)[number];

  @Field(() => FormalityEnum, { description: 'Formality of the answers. Default neutral.' })
  formality!: (typeof FORMALITIES)[number];

  @Field(() => String, { nullable: true, description: 'Personality in a few words, at most 2,000 characters.' })
  @Bounds({ maxLength: SHORT_TEXT_LENGTH })
  personality?: string | null;
}

@Visible('site')
@ObjectType('PersonaBehavior', { description: 'Behaviour of a persona.', simpleResolvers: true })
export class BehaviorType {
  @Field(() => ReasoningEffortEnum, { description: 'Reasoning effort of the model. Default medium.' })
  reasoningEffort!: (typeof REASONING_EFFORTS)[number];

  @Field(() => Boolean, { description: 'Whether answers cite their sources. Default true.' })
  showCitations!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the language model also checks which citations their passages support, after the check by words: one short call per answer, at most 4 s, the first 20 citations. Default false.',
  })
  verifyCitations?: boolean | null;

  @Field(() => Boolean, { description: 'Whether the agent suggests next steps. Default false.' })
  proactiveEngagement!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the agent asks for clarification of unclear questions. Default false.',
  })
  askClarifyingQuestions!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'Maximum length of an answer in tokens, 16 to 8,192. Default: the limit of the model.',
  })
  @Bounds({ minimum: 16, maximum: 8_192 })
  maxResponseLength?: number | null;
}

@Visible('site')
@ObjectType('PersonaVideoConfig', {
  description: 'Settings of personas with the app type video-training.',
  simpleResolvers: true,
})
export class VideoConfigType {
  @Field(() => String, { nullable: true, description: 'Domain of the training, such as tennis.' })
  @Bounds({ maxLength: NAME_LENGTH })
  domain?: string | null;

  @Field(() => [String], { nullable: true, description: 'Skill levels of the learners.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  skillLevels?: string[] | null;

  @Field(() => CoachingStyleEnum, { nullable: true, description: 'Coaching style.' })
  coachingStyle?: (typeof COACHING_STYLES)[number] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether citations have timestamps as MM:SS.' })
  timestampCitations?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the agent points out techniques seen in videos.' })
  techniqueHighlighting?: boolean | null;

  @Field(() => String, { nullable: true, description: 'What to look for in videos.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  digestionInstructions?: string | null;

  @Field(() => String, { nullable: true, description: 'Coaching instructions for the style custom.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  customCoachingPrompt?: string | null;
}

@Visible('site')
@ObjectType('PersonaCatalogConfig', {
  description: 'Settings of personas with the app type product-catalog.',
  simpleResolvers: true,
})
export class CatalogConfigType {
  @Field(() => [String], { nullable: true, description: 'Product categories.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  productCategories?: string[] | null;

  @Field(() => ComparisonBehaviorEnum, { nullable: true, description: 'How products are compared.' })
  comparisonBehavior?: (typeof COMPARISON_BEHAVIORS)[number] | null;

  @Field(() => PricingDisplayEnum, { nullable: true, description: 'How the agent mentions prices.' })
  pricingDisplay?: (typeof PRICING_DISPLAYS)[number] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the agent takes stock levels into account.' })
  inventoryAwareness?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Guidelines for recommending further products.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  upsellGuidelines?: string | null;
}

@Visible('site')
@ObjectType('SdkResponseConfig', { description: 'Format of answers for SDK consumers.', simpleResolvers: true })
export class SdkResponseConfigType {
  @Field(() => CitationStyleEnum, { description: 'How answers cite their sources. Default inline.' })
  citationStyle!: (typeof CITATION_STYLES)[number];

  @Field(() => ResponseFormatEnum, { description: 'Format of the answers. Default conversational.' })
  responseFormat!: (typeof RESPONSE_FORMATS)[number];

  @Field(() => Boolean, { description: 'Whether citations contain the metadata of their source. Default false.' })
  includeSourceMetadata!: boolean;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Definitions by term, at most 200. An update replaces all of them.',
  })
  domainGlossary?: Record<string, string> | null;
}

@Visible('site')
@ObjectType({ description: 'A persona: the role, voice and behaviour of the agent.', simpleResolvers: true })
export class Persona extends RevisionFields {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name, one line of at most 300 characters.' })
  @Bounds({ filled: true, format: ONE_LINE, maxLength: NAME_LENGTH })
  name!: string;

  @Field(() => String, { description: 'System prompt of the agent, at most 20,000 characters.' })
  @Bounds({ filled: true, maxLength: PROMPT_LENGTH })
  systemPrompt!: string;

  @Field(() => String, {
    description: 'Slug, unique in the site; it must not be a UUID or `templates`. Default: generated from the name.',
  })
  @Bounds({ format: SLUG })
  slug!: string;

  @Field(() => String, { nullable: true, description: 'Description of the persona.' })
  @Bounds({ maxLength: DESCRIPTION_LENGTH })
  description?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'URL of an image: http or https without a user name, or relative.',
  })
  @Bounds({ maxLength: URL_LENGTH, format: WEB_LINK })
  avatar?: string | null;

  @Field(() => Boolean, {
    description: 'Whether chats without personaId use this persona. A site has at most one default persona.',
  })
  isDefault!: boolean;

  @Field(() => AppTypeEnum, { description: 'Kind of application. Default general.' })
  appType!: AppType;

  @Field(() => CapabilityTierEnum, { description: 'Model that answers. Default smart.' })
  capabilityTier!: CapabilityTier;

  @Field(() => [String], { description: 'Areas of expertise.' })
  @Bounds(listBounds(LIST_LENGTH, LABEL_LENGTH))
  expertise!: string[];

  @Field(() => VoiceType, { description: 'Voice of the persona.' })
  voice!: VoiceType;

  @Field(() => BehaviorType, { description: 'Behaviour of the persona.' })
  behavior!: BehaviorType;

  @Field(() => VideoConfigType, { nullable: true, description: 'Settings of the app type video-training.' })
  videoConfig?: VideoConfigType | null;

  @Field(() => CatalogConfigType, { nullable: true, description: 'Settings of the app type product-catalog.' })
  catalogConfig?: CatalogConfigType | null;

  @Field(() => SdkResponseConfigType, { description: 'Format of the answers.' })
  sdkResponseConfig!: SdkResponseConfigType;

  @Field(() => String, { nullable: true, description: 'Welcome message, at most 2,000 characters.' })
  @Bounds({ maxLength: SHORT_TEXT_LENGTH })
  welcomeMessage?: string | null;

  @Field(() => [String], { description: 'Suggested questions, at most 50.' })
  @Bounds(listBounds(MAX_QUESTIONS, SHORT_TEXT_LENGTH))
  suggestedQuestions!: string[];

  @Field(() => PersonaStatusEnum, {
    description: 'Status; only an active persona can be used in a chat. Default active.',
  })
  status!: PersonaStatus;
}

@ObjectType({ description: 'A page of personas, oldest first.', simpleResolvers: true })
export class PersonaPage extends createPageType(Persona) {}

@Visible('site')
@ObjectType({ description: 'A template for a new persona.', simpleResolvers: true })
export class PersonaTemplate {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { description: 'Description.' })
  description!: string;

  @Field(() => AppTypeEnum, { description: 'Kind of application.' })
  appType!: AppType;

  @Field(() => AppTypeEnum, { description: 'Category: the same as appType.' })
  category!: AppType;

  @Field(() => [String], { description: 'Tags.' })
  tags!: readonly string[];

  @Field(() => String, { description: 'System prompt of the agent.' })
  systemPrompt!: string;

  @Field(() => VideoConfigType, { nullable: true, description: 'Settings of the app type video-training.' })
  videoConfig?: VideoConfigType | null;

  @Field(() => CatalogConfigType, { nullable: true, description: 'Settings of the app type product-catalog.' })
  catalogConfig?: CatalogConfigType | null;
}

@Visible('site')
@ObjectType({ description: 'Templates with the categories to filter by.', simpleResolvers: true })
export class PersonaTemplates {
  @Cost({ size: 10 })
  @Field(() => [PersonaTemplate], { description: 'Matching templates.' })
  items!: readonly PersonaTemplate[];

  @Field(() => Int, { description: 'Number of matching templates.' })
  count!: number;

  @Field(() => [AppTypeEnum], { description: 'All categories that have templates.' })
  categories!: readonly AppType[];
}
