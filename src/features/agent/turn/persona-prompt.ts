import type { CatalogConfigType, Persona, VideoConfigType } from '../../persona/persona.types.ts';

/** The persona for sites without one. */
const DEFAULT_PROMPT = `You are the assistant of this site. You answer its visitors from what it has published, briefly and truthfully, and say so when you do not know.`;

const LENGTHS = {
  concise: 'Answer in one to three sentences.',
  balanced: 'Answer as long as the question needs, no longer.',
  detailed: 'Answer in detail, with reasons and examples.',
};

const COACHING_STYLES = {
  encouraging: 'Praise what works before you correct, and correct one thing at a time.',
  analytical: 'Take movements apart: cause, effect, and how to measure the change.',
  strict: 'Name mistakes directly and insist on clean technique before speed.',
  custom: '',
};

const COMPARISONS = {
  detailed: 'Compare products point by point, with reasons.',
  quick: 'Compare products in one sentence each.',
  tabular: 'Compare products in a table.',
};

const PRICES = {
  always: 'State the price with every product.',
  'on-request': 'State prices only when asked.',
  ranges: 'Speak of price ranges, not of exact prices.',
  hidden: 'Never state prices; say that they are given on inquiry.',
};

const FORMATS = {
  conversational: 'Write in connected prose.',
  structured: 'Write with short headings and lists.',
  hybrid: 'Begin with a sentence or two of prose, then give details as a list.',
};

/** The limit itself truncates an answer; a model that knows it can finish its sentence. */
const WORDS_PER_TOKEN = 0.6;

/** Describes a persona to the model: all of its fields that affect the answer. */
export function describePersona(persona: Persona | null): string {
  if (!persona) return DEFAULT_PROMPT;
  const { name, voice, behavior, expertise, sdkResponseConfig } = persona;
  const lines = [
    persona.systemPrompt,
    `Your name is ${name}.${persona.description ? ` ${persona.description}` : ''}`,
    expertise.length > 0 && `You know about: ${expertise.join(', ')}.`,
    `Your tone is ${voice.tone}, your register ${voice.formality}. ${LENGTHS[voice.verbosity]}`,
    voice.personality && `Your character: ${voice.personality}`,
    behavior.proactiveEngagement && 'End with one next step that may help the visitor.',
    behavior.askClarifyingQuestions
      ? 'When a question can be meant in several ways, ask back before you answer.'
      : 'Do not ask back unless you cannot answer otherwise.',
    persona.appType === 'video-training' && persona.videoConfig && describeVideo(persona.videoConfig),
    persona.appType === 'product-catalog' && persona.catalogConfig && describeCatalog(persona.catalogConfig),
    behavior.maxResponseLength && `Answer in at most ${Math.ceil(behavior.maxResponseLength * WORDS_PER_TOKEN)} words.`,
    persona.welcomeMessage && `The visitor was greeted with: ${persona.welcomeMessage}`,
    persona.suggestedQuestions.length > 0 && `Visitors often ask: ${persona.suggestedQuestions.join(' ')}`,
    FORMATS[sdkResponseConfig.responseFormat],
    glossary(sdkResponseConfig.domainGlossary),
  ];
  return lines.filter(Boolean).join('\n');
}

function describeVideo(config: VideoConfigType): string {
  const lines = [
    config.domain && `You train: ${config.domain}.`,
    config.skillLevels?.length && `Your learners are: ${config.skillLevels.join(', ')}.`,
    config.coachingStyle && COACHING_STYLES[config.coachingStyle],
    config.coachingStyle === 'custom' && config.customCoachingPrompt,
    config.timestampCitations &&
      'Name the time in the video as MM:SS, or H:MM:SS from one hour on, when you refer to a part of it.',
    config.techniqueHighlighting && 'Point out by name the techniques that a video shows.',
    config.digestionInstructions && `In videos, watch for: ${config.digestionInstructions}`,
  ];
  return lines.filter(Boolean).join('\n');
}

function describeCatalog(config: CatalogConfigType): string {
  const lines = [
    config.productCategories?.length && `You advise on: ${config.productCategories.join(', ')}.`,
    config.comparisonBehavior && COMPARISONS[config.comparisonBehavior],
    config.pricingDisplay && PRICES[config.pricingDisplay],
    config.inventoryAwareness && 'Say when a product is not in stock, and propose one that is.',
    config.upsellGuidelines && `When to recommend more: ${config.upsellGuidelines}`,
  ];
  return lines.filter(Boolean).join('\n');
}

function glossary(terms: Readonly<Record<string, unknown>> | null | undefined): string | null {
  const entries = Object.entries(terms ?? {});
  if (entries.length === 0) return null;
  return `Use these terms in this sense:\n${entries.map(([term, meaning]) => `- ${term}: ${String(meaning)}`).join('\n')}`;
}
