import { describe, expect, test } from 'vitest';
import { describePersona } from '../../../src/features/agent/turn/persona-prompt.ts';
import {
  COACHING_STYLES,
  COMPARISON_BEHAVIORS,
  FORMALITIES,
  PRICING_DISPLAYS,
  type Persona,
  RESPONSE_FORMATS,
  TONES,
  VERBOSITIES,
} from '../../../src/features/persona/persona.types.ts';
import { MERGED_FIELDS, PERSONA_DEFAULTS } from '../../../src/features/persona/persona.entity.ts';
import { withDefaults } from '../../../src/shared/patch.ts';
import type { UpdatePersonaInput } from '../../../src/features/persona/persona.inputs.ts';

const own = { id: 'x', slug: 'x', createdAt: '', updatedAt: '' };
const prompt = (changes: UpdatePersonaInput = {}): string => {
  const given = { name: 'Kim', systemPrompt: 'You teach.', ...changes };
  return describePersona({
    ...own,
    ...withDefaults<object, object>(PERSONA_DEFAULTS, given, { merge: MERGED_FIELDS as never }),
  } as Persona);
};

describe('The prompt of a persona changes with', () => {
  test.each<[string, UpdatePersonaInput, UpdatePersonaInput]>([
    ['name', {}, { name: 'Lee' }],
    ['systemPrompt', {}, { systemPrompt: 'You sell.' }],
    ['description', {}, { description: 'Teaches beginners.' }],
    ['expertise', {}, { expertise: ['footwork'] }],
    ['voice.personality', {}, { voice: { personality: 'Dry.' } }],
    ['behavior.proactiveEngagement', {}, { behavior: { proactiveEngagement: true } }],
    ['behavior.askClarifyingQuestions', {}, { behavior: { askClarifyingQuestions: true } }],
    ['domainGlossary', {}, { sdkResponseConfig: { domainGlossary: { ace: 'A serve nobody touches' } } }],
    ['videoConfig.domain', { videoConfig: {} }, { videoConfig: { domain: 'tennis' } }],
    ['videoConfig.skillLevels', { videoConfig: {} }, { videoConfig: { skillLevels: ['beginner'] } }],
    ['videoConfig.timestampCitations', { videoConfig: {} }, { videoConfig: { timestampCitations: true } }],
    ['videoConfig.techniqueHighlighting', { videoConfig: {} }, { videoConfig: { techniqueHighlighting: true } }],
    ['videoConfig.digestionInstructions', { videoConfig: {} }, { videoConfig: { digestionInstructions: 'Grip.' } }],
    [
      'videoConfig.customCoachingPrompt',
      { videoConfig: { coachingStyle: 'custom' } },
      { videoConfig: { coachingStyle: 'custom', customCoachingPrompt: 'Ask how it felt.' } },
    ],
    ['catalogConfig.productCategories', { catalogConfig: {} }, { catalogConfig: { productCategories: ['rackets'] } }],
    ['catalogConfig.inventoryAwareness', { catalogConfig: {} }, { catalogConfig: { inventoryAwareness: true } }],
    ['catalogConfig.upsellGuidelines', { catalogConfig: {} }, { catalogConfig: { upsellGuidelines: 'Strings.' } }],
  ])('%s', (field, without, withIt) => {
    const appType = field.startsWith('catalog') ? 'product-catalog' : 'video-training';
    expect(prompt({ appType, ...withIt })).not.toBe(prompt({ appType, ...without }));
  });

  test.each<[string, readonly UpdatePersonaInput[]]>([
    ['tone', TONES.map((tone) => ({ voice: { tone } }))],
    ['verbosity', VERBOSITIES.map((verbosity) => ({ voice: { verbosity } }))],
    ['formality', FORMALITIES.map((formality) => ({ voice: { formality } }))],
    ['format', RESPONSE_FORMATS.map((responseFormat) => ({ sdkResponseConfig: { responseFormat } }))],
    [
      'coaching style',
      COACHING_STYLES.map((coachingStyle) => ({ appType: 'video-training', videoConfig: { coachingStyle } })),
    ],
    [
      'comparison',
      COMPARISON_BEHAVIORS.map((comparisonBehavior) => ({
        appType: 'product-catalog',
        catalogConfig: { comparisonBehavior },
      })),
    ],
    [
      'pricing',
      PRICING_DISPLAYS.map((pricingDisplay) => ({ appType: 'product-catalog', catalogConfig: { pricingDisplay } })),
    ],
  ])('every %s', (_name, choices) => {
    expect(new Set(choices.map(prompt)).size).toBe(choices.length);
  });
});
