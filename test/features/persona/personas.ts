import type { TestSite } from '../../support/site.ts';

export interface PersonaAnswer extends Record<string, unknown> {
  _id: string;
  name: string;
  slug: string;
  isDefault: boolean;
  status: string;
  updatedAt: string;
  revision: number;
}

export const UNKNOWN = '01890000-0000-7000-8000-000000000000';

export const aPersona = (changes: object = {}) => ({
  name: 'Shop guide',
  systemPrompt: 'You help visitors of the shop.',
  ...changes,
});

export const createPersona = (site: TestSite, changes: object = {}): Promise<PersonaAnswer> =>
  site.create<PersonaAnswer>('/personas', aPersona(changes));

export const listed = async (site: TestSite, query = ''): Promise<PersonaAnswer[]> =>
  (await site.get<PersonaAnswer[]>(`/personas${query}`)).body.data;

/** Every field of a persona, none at its default. */
export const FULL_PERSONA = {
  name: 'Coach Kim',
  systemPrompt: 'You are Kim, who teaches tennis.',
  slug: 'coach-kim',
  description: 'Teaches beginners.',
  avatar: 'https://cdn.example.org/kim.png',
  isDefault: true,
  appType: 'video-training',
  capabilityTier: 'fast',
  expertise: ['serve', 'footwork'],
  voice: { tone: 'empathetic', verbosity: 'concise', formality: 'informal', personality: 'Patient and dry.' },
  behavior: {
    reasoningEffort: 'minimal',
    showCitations: false,
    proactiveEngagement: true,
    askClarifyingQuestions: true,
    maxResponseLength: 400,
  },
  videoConfig: {
    domain: 'tennis',
    skillLevels: ['beginner'],
    coachingStyle: 'custom',
    timestampCitations: true,
    techniqueHighlighting: true,
    digestionInstructions: 'Watch the grip.',
    customCoachingPrompt: 'Ask what it felt like.',
  },
  catalogConfig: {
    productCategories: ['rackets'],
    comparisonBehavior: 'tabular',
    pricingDisplay: 'on-request',
    inventoryAwareness: true,
    upsellGuidelines: 'Strings with every racket.',
  },
  sdkResponseConfig: {
    citationStyle: 'timestamps',
    responseFormat: 'hybrid',
    includeSourceMetadata: true,
    domainGlossary: { ace: 'A serve nobody touches' },
  },
  welcomeMessage: 'Ready for a rally?',
  suggestedQuestions: ['How do I serve?'],
  status: 'draft',
};
