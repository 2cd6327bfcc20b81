import { isId } from '../../shared/ids.ts';
import { Checks, DESCRIPTION_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import type { UpdatePersonaInput } from './persona.inputs.ts';

const PROMPT_LENGTH = 20_000;
const SHORT_TEXT_LENGTH = 2_000;
const URL_LENGTH = 2_048;
const MOST_QUESTIONS = 50;
const RESPONSE_TOKENS = { least: 16, most: 8_192 };

/** What the API has in the place of a slug. */
const RESERVED_SLUGS = ['templates'];

/** A persona is found by id or slug: a slug that reads as something else would never be found. */
export function isReserved(slug: string): boolean {
  return isId(slug) || RESERVED_SLUGS.includes(slug);
}

export function checkPersona(input: UpdatePersonaInput): Checks {
  const checks = new Checks();
  checks.length('name', input.name, NAME_LENGTH);
  checks.length('systemPrompt', input.systemPrompt, PROMPT_LENGTH);
  checks.slug('slug', input.slug);
  if (input.slug && isReserved(input.slug)) checks.fault('slug', 'must be neither an id nor "templates"');
  checks.length('description', input.description, DESCRIPTION_LENGTH);
  checks.length('avatar', input.avatar, URL_LENGTH);
  checks.texts('expertise', input.expertise);
  checks.length('welcomeMessage', input.welcomeMessage, SHORT_TEXT_LENGTH);
  checks.texts('suggestedQuestions', input.suggestedQuestions, SHORT_TEXT_LENGTH);
  if ((input.suggestedQuestions?.length ?? 0) > MOST_QUESTIONS) {
    checks.fault('suggestedQuestions', `must have at most ${MOST_QUESTIONS} entries`);
  }
  checkParts(checks, input);
  return checks;
}

function checkParts(
  checks: Checks,
  { voice, behavior, videoConfig, catalogConfig, sdkResponseConfig }: UpdatePersonaInput,
) {
  checks.length('voice.personality', voice?.personality, SHORT_TEXT_LENGTH);
  const { least, most } = RESPONSE_TOKENS;
  checks.whole('behavior.maxResponseLength', behavior?.maxResponseLength, least, most);
  checks.length('videoConfig.domain', videoConfig?.domain, NAME_LENGTH);
  checks.texts('videoConfig.skillLevels', videoConfig?.skillLevels);
  checks.length('videoConfig.digestionInstructions', videoConfig?.digestionInstructions, DESCRIPTION_LENGTH);
  checks.length('videoConfig.customCoachingPrompt', videoConfig?.customCoachingPrompt, DESCRIPTION_LENGTH);
  checks.texts('catalogConfig.productCategories', catalogConfig?.productCategories);
  checks.length('catalogConfig.upsellGuidelines', catalogConfig?.upsellGuidelines, DESCRIPTION_LENGTH);
  checkGlossary(checks, sdkResponseConfig?.domainGlossary);
}

function checkGlossary(checks: Checks, glossary: Record<string, unknown> | null | undefined): void {
  const path = 'sdkResponseConfig.domainGlossary';
  const terms = Object.entries(glossary ?? {});
  if (terms.length > LIST_LENGTH) checks.fault(path, `must have at most ${LIST_LENGTH} terms`);
  for (const [term, meaning] of terms.slice(0, LIST_LENGTH)) {
    const at = `${path}.${term.slice(0, NAME_LENGTH)}`;
    if (term.trim() === '') checks.fault(path, 'must not have an empty term');
    checks.length(path, term, NAME_LENGTH);
    if (typeof meaning === 'string') checks.length(at, meaning, SHORT_TEXT_LENGTH);
    else checks.fault(at, 'must be a string');
  }
}
