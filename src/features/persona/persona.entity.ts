import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type {
  BehaviorType,
  CatalogConfigType,
  SdkResponseConfigType,
  VideoConfigType,
  VoiceType,
} from './persona.types.ts';

export const PERSONA_STATUSES = ['draft', 'active', 'archived'] as const;
export type PersonaStatus = (typeof PERSONA_STATUSES)[number];

export const APP_TYPES = ['general', 'video-training', 'product-catalog', 'documentation', 'custom'] as const;
export type AppType = (typeof APP_TYPES)[number];

export const CAPABILITY_TIERS = ['fast', 'smart'] as const;
export type CapabilityTier = (typeof CAPABILITY_TIERS)[number];

export const PersonaEntity = defineEntity({
  name: 'Persona',
  tableName: 'persona',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    name: p.text(),
    slug: p.text(),
    systemPrompt: p.text(),
    description: p.text().nullable(),
    avatar: p.text().nullable(),
    isDefault: p.boolean(),
    appType: p.text().$type<AppType>(),
    capabilityTier: p.text().$type<CapabilityTier>(),
    expertise: p.array().$type<string[]>(),
    voice: p.json().$type<VoiceType>(),
    behavior: p.json().$type<BehaviorType>(),
    videoConfig: p.json().$type<VideoConfigType>().nullable(),
    catalogConfig: p.json().$type<CatalogConfigType>().nullable(),
    sdkResponseConfig: p.json().$type<SdkResponseConfigType>(),
    welcomeMessage: p.text().nullable(),
    suggestedQuestions: p.array().$type<string[]>(),
    status: p.text().$type<PersonaStatus>(),
    updatedAt,
    revision,
  },
});

export type PersonaEntityRow = InferEntity<typeof PersonaEntity>;

/** Values of a persona that are used where none are given. */
export const PERSONA_DEFAULTS: Defaults<Omit<PersonaEntityRow, DecidedAtCreation>> = {
  isDefault: false,
  appType: 'general',
  capabilityTier: 'smart',
  expertise: [],
  voice: { tone: 'professional', verbosity: 'balanced', formality: 'neutral' },
  behavior: {
    reasoningEffort: 'medium',
    showCitations: true,
    proactiveEngagement: false,
    askClarifyingQuestions: false,
  },
  sdkResponseConfig: { citationStyle: 'inline', responseFormat: 'conversational', includeSourceMetadata: false },
  suggestedQuestions: [],
  status: 'active',
};

type DecidedAtCreation = 'id' | 'siteId' | 'slug' | 'name' | 'systemPrompt' | 'createdAt' | 'updatedAt' | 'revision';

/** The objects of a persona that an update patches part by part. */
export const MERGED_FIELDS = ['voice', 'behavior', 'videoConfig', 'catalogConfig', 'sdkResponseConfig'] as const;
