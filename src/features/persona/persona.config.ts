/** Voice, behaviour and response format of a persona: its nested parts, with their defaults. */

export const TONES = ['professional', 'friendly', 'casual', 'formal', 'playful', 'empathetic'] as const;
export const VERBOSITIES = ['concise', 'balanced', 'detailed'] as const;
export const FORMALITIES = ['formal', 'neutral', 'informal'] as const;
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
export const COACHING_STYLES = ['encouraging', 'analytical', 'strict', 'custom'] as const;
export const COMPARISON_BEHAVIORS = ['detailed', 'quick', 'tabular'] as const;
export const PRICING_DISPLAYS = ['always', 'on-request', 'ranges', 'hidden'] as const;
export const CITATION_STYLES = ['inline', 'footer', 'timestamps', 'none'] as const;
export const RESPONSE_FORMATS = ['conversational', 'structured', 'hybrid'] as const;

export interface Voice {
  tone: (typeof TONES)[number];
  verbosity: (typeof VERBOSITIES)[number];
  formality: (typeof FORMALITIES)[number];
  personality?: string | null;
}

export interface Behavior {
  reasoningEffort: (typeof REASONING_EFFORTS)[number];
  showCitations: boolean;
  proactiveEngagement: boolean;
  askClarifyingQuestions: boolean;
  maxResponseLength?: number | null;
}

export interface VideoConfig {
  domain?: string | null;
  skillLevels?: string[] | null;
  coachingStyle?: (typeof COACHING_STYLES)[number] | null;
  timestampCitations?: boolean | null;
  techniqueHighlighting?: boolean | null;
  digestionInstructions?: string | null;
  customCoachingPrompt?: string | null;
}

export interface CatalogConfig {
  productCategories?: string[] | null;
  comparisonBehavior?: (typeof COMPARISON_BEHAVIORS)[number] | null;
  pricingDisplay?: (typeof PRICING_DISPLAYS)[number] | null;
  inventoryAwareness?: boolean | null;
  upsellGuidelines?: string | null;
}

export interface SdkResponseConfig {
  citationStyle: (typeof CITATION_STYLES)[number];
  responseFormat: (typeof RESPONSE_FORMATS)[number];
  includeSourceMetadata: boolean;
  domainGlossary?: Record<string, string> | null;
}

export const DEFAULT_VOICE: Voice = { tone: 'professional', verbosity: 'balanced', formality: 'neutral' };

export const DEFAULT_BEHAVIOR: Behavior = {
  reasoningEffort: 'medium',
  showCitations: true,
  proactiveEngagement: false,
  askClarifyingQuestions: false,
};

export const DEFAULT_SDK_RESPONSE_CONFIG: SdkResponseConfig = {
  citationStyle: 'inline',
  responseFormat: 'conversational',
  includeSourceMetadata: false,
};
