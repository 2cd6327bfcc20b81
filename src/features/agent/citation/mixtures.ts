import type { Language } from '../../../text/languages.ts';
import { isCommonStem } from '../../../text/common-words.ts';
import { passageTerms } from '../../../text/terms.ts';
import type { Claim } from './claim.ts';
import type { SourceText, Unit } from './source-text.ts';

/** A part of a sentence that may have a subject of its own. */
export interface Part {
  /** Stems of its content words in order. */
  stems: ReadonlySet<string>;
  /** Tells whether it begins a sentence with a pronoun, so that its subject is in the sentence before. */
  continues: boolean;
}

const BREAK =
  /[;:]\s|,\s|\s(?=(?:and|but|while|whereas|und|aber|sondern|et|mais|tandis|y|pero|mientras|e|ma|mas|mentre|en|maar|terwijl|och|men|og|и|но|а)\s)/iu;
const PRONOUN =
  /^\P{L}*(?:\p{L}+\s+){0,3}(?:it|its|they|their|this|these|that|which|who|he|she|her|his|er|es|sie|ihr|ihre|dies|diese|il|elle|ils|elles|ce|cela|qui|ella|este|esta|lo|hij|ze|het|dit|deze|det|они|он|она|оно)\s/iu;

/** More parts of a sentence are not compared: each is compared with every other. */
const MAX_PARTS = 12;

export function splitParts(text: string, language: Language): Part[] {
  return text.split(BREAK, MAX_PARTS).flatMap((part, at): Part[] => {
    const terms = passageTerms(part, language).filter(
      ({ stem, functionWord }) => !functionWord && !(language === 'en' && isCommonStem(stem)) && !/^\d+$/.test(stem),
    );
    const stems = new Set(terms.map(({ stem }) => stem));
    return stems.size > 0 ? [{ stems, continues: at === 0 && PRONOUN.test(part) }] : [];
  });
}

/**
 * Returns whether the claim joins words of one part of a window with those of another, though each of the two says
 * something else: "the yellow cable goes into WAN" of "the blue cable goes into WAN and the yellow cable into LAN".
 */
export function mixesClauses(claim: Claim, window: readonly Unit[], source: SourceText): boolean {
  // Numbers are compared with the words beside them already.
  if (claim.quantities.length > 0) return false;
  const said = new Set(claim.words.flatMap(({ stem }) => source.formsOf(stem)));
  const parts = window.flatMap((unit) => unit.parts.map((part) => ({ ...part, unit })));
  return parts.some((one) =>
    parts.some((other) => {
      if (one === other || (one.unit !== other.unit && (one.continues || other.continues))) return false;
      const [here, there] = [only(one, other, source), only(other, one, source)];
      const isSaid = (stem: string) => said.has(stem) && !one.unit.context.has(stem);
      const subject = here.find(isSaid);
      const lead = there.findIndex((stem) => !said.has(stem));
      // What stands before the first other word of a part may be said of both parts.
      return (
        subject !== undefined &&
        beginsWithStem(claim, subject, source) &&
        here.some((stem) => !said.has(stem)) &&
        there.some(isSaid) &&
        lead >= 0 &&
        there.slice(lead).some((stem) => said.has(stem))
      );
    }),
  );
}

/** Stems of a part that the other has no form of. */
function only({ stems }: Part, other: Part, source: SourceText): string[] {
  return [...stems].filter((stem) => !source.formsOf(stem).some((form) => other.stems.has(form)));
}

/** Returns whether a stem is one of the first two of the claim, where its subject is. */
function beginsWithStem(claim: Claim, stem: string, source: SourceText): boolean {
  return claim.words.slice(0, 2).some((word) => source.formsOf(word.stem).includes(stem));
}
