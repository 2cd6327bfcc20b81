import type { ClassType } from 'type-graphql';
import { checkInput } from '../../api/input-bounds.ts';
import { isId } from '../../shared/ids.ts';
import { type Checks, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import { SHORT_TEXT_LENGTH } from './persona.types.ts';
import type { UpdatePersonaInput } from './persona.inputs.ts';

/** Path segments of the API that a slug must not have. */
const RESERVED_SLUGS = ['templates'];

/** A persona is found by id or slug, so a slug must not look like an id or another path. */
export function isReserved(slug: string): boolean {
  return isId(slug) || RESERVED_SLUGS.includes(slug);
}

export function checkPersona(Input: ClassType, input: UpdatePersonaInput): Checks {
  const checks = checkInput(Input, input);
  if (input.slug && isReserved(input.slug)) checks.report('slug', 'must not be an id or "templates"');
  checkGlossary(checks, input.sdkResponseConfig?.domainGlossary);
  return checks;
}

function checkGlossary(checks: Checks, glossary: Record<string, unknown> | null | undefined): void {
  const path = 'sdkResponseConfig.domainGlossary';
  const terms = Object.entries(glossary ?? {});
  if (terms.length > LIST_LENGTH) checks.report(path, `must have at most ${LIST_LENGTH} terms`);
  for (const [term, meaning] of terms.slice(0, LIST_LENGTH)) {
    const at = `${path}.${term.slice(0, NAME_LENGTH)}`;
    if (term.trim() === '') checks.report(path, 'must not have an empty term');
    checks.length(path, term, NAME_LENGTH);
    if (typeof meaning === 'string') checks.length(at, meaning, SHORT_TEXT_LENGTH);
    else checks.report(at, 'must be a string');
  }
}
