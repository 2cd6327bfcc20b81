import type { BehaviorType, SdkResponseConfigType, VoiceType } from './persona.types.ts';

/** The choices of a persona's nested parts, and their defaults. */
export const TONES = ['professional', 'friendly', 'casual', 'formal', 'playful', 'empathetic'] as const;
export const VERBOSITIES = ['concise', 'balanced', 'detailed'] as const;
export const FORMALITIES = ['formal', 'neutral', 'informal'] as const;
export const REASONING_EFFORTS = ['minimal', 'low', 'medium', 'high'] as const;
export const COACHING_STYLES = ['encouraging', 'analytical', 'strict', 'custom'] as const;
export const COMPARISON_BEHAVIORS = ['detailed', 'quick', 'tabular'] as const;
export const PRICING_DISPLAYS = ['always', 'on-request', 'ranges', 'hidden'] as const;
export const CITATION_STYLES = ['inline', 'footer', 'timestamps', 'none'] as const;
export const RESPONSE_FORMATS = ['conversational', 'structured', 'hybrid'] as const;

export const DEFAULT_VOICE: VoiceType = { tone: 'professional', verbosity: 'balanced', formality: 'neutral' };

export const DEFAULT_BEHAVIOR: BehaviorType = {
  reasoningEffort: 'medium',
  showCitations: true,
  proactiveEngagement: false,
  askClarifyingQuestions: false,
};

export const DEFAULT_SDK_RESPONSE_CONFIG: SdkResponseConfigType = {
  citationStyle: 'inline',
  responseFormat: 'conversational',
  includeSourceMetadata: false,
};
