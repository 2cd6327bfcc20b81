import type { CreatePersonaInput } from '../../.generated/graphql.ts';
import type { DataOf } from '../../data/graphql.ts';
import type { PERSONA } from './persona-form.query.ts';

export type StoredPersona = DataOf<typeof PERSONA>['persona'];

export type PersonaValues = ReturnType<typeof valuesOfPersona>;

/** What an API client gets that says nothing more. */
const NEW = {
  name: '',
  description: '',
  systemPrompt: '',
  avatar: '',
  appType: 'general',
  capabilityTier: 'smart',
  status: 'draft',
  expertise: [],
  welcomeMessage: '',
  suggestedQuestions: [],
  voice: { tone: 'professional', verbosity: 'balanced', formality: 'neutral', personality: '' },
  behavior: {
    reasoningEffort: 'medium',
    showCitations: true,
    verifyCitations: false,
    proactiveEngagement: false,
    askClarifyingQuestions: false,
    maxResponseLength: null,
  },
  sdkResponseConfig: { citationStyle: 'inline', responseFormat: 'conversational' },
} as const satisfies Omit<StoredPersona, 'id' | 'revision'>;

/** Flat, as the inputs of the form have them. */
export function valuesOfPersona(stored: Omit<StoredPersona, 'id' | 'revision'> = NEW) {
  const { voice, behavior, sdkResponseConfig } = stored;
  return {
    name: stored.name,
    description: stored.description ?? '',
    systemPrompt: stored.systemPrompt,
    avatar: stored.avatar ?? '',
    appType: stored.appType,
    capabilityTier: stored.capabilityTier,
    status: stored.status,
    expertise: [...stored.expertise],
    welcomeMessage: stored.welcomeMessage ?? '',
    suggestedQuestions: stored.suggestedQuestions.join('\n'),
    ...voice,
    personality: voice.personality ?? '',
    ...behavior,
    verifyCitations: behavior.verifyCitations ?? false,
    maxResponseLength: String(behavior.maxResponseLength ?? ''),
    ...sdkResponseConfig,
  };
}

export function inputOfPersona(values: PersonaValues): CreatePersonaInput {
  const { tone, verbosity, formality, maxResponseLength } = values;
  return {
    name: values.name,
    description: values.description || null,
    systemPrompt: values.systemPrompt,
    avatar: values.avatar || null,
    appType: values.appType,
    capabilityTier: values.capabilityTier,
    status: values.status,
    expertise: values.expertise,
    welcomeMessage: values.welcomeMessage || null,
    suggestedQuestions: values.suggestedQuestions.split('\n').filter((line) => line.trim() !== ''),
    voice: { tone, verbosity, formality, personality: values.personality || null },
    behavior: {
      reasoningEffort: values.reasoningEffort,
      showCitations: values.showCitations,
      verifyCitations: values.verifyCitations,
      proactiveEngagement: values.proactiveEngagement,
      askClarifyingQuestions: values.askClarifyingQuestions,
      maxResponseLength: maxResponseLength === '' ? null : Number(maxResponseLength),
    },
    sdkResponseConfig: { citationStyle: values.citationStyle, responseFormat: values.responseFormat },
  };
}
