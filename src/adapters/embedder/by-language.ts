import type { Embedder } from '../../ports/embedder.ts';
import { languageOfText } from '../../text/text-language.ts';

interface LanguageEmbedders {
  /** Knows only `languages`. */
  semantic: Embedder;
  /** The embedder for texts of other languages. */
  lexical: Embedder;
  /** ISO 639-1 codes. */
  languages: readonly string[];
}

/**
 * Embeds texts of the languages that a model knows with it, and others lexically. A vector has the numbers of both, one
 * after the other, and zeros where an embedder has no part in it, so that both kinds are in one index: a query in a
 * language of the model finds texts of these languages by meaning, one in another language finds texts in others by
 * words, and one whose language does not show, as it is short, finds both.
 */
export function createEmbedderByLanguage({ semantic, lexical, languages }: LanguageEmbedders): Embedder {
  const dimensions = semantic.dimensions + lexical.dimensions;
  const join = (first: Float32Array | undefined, second: Float32Array | undefined): Float32Array => {
    const vector = new Float32Array(dimensions);
    const share = first && second ? Math.SQRT1_2 : 1;
    if (first) vector.set(scale(first, share));
    if (second) vector.set(scale(second, share), semantic.dimensions);
    return vector;
  };
  return {
    model: `${semantic.model} for ${languages.join()}, ${lexical.model}`,
    dimensions,
    async embedPassages(texts, options) {
      const isSemantic = texts.map((text) => isInLanguages(text, languages) ?? isLatin(text));
      const semanticVectors = await semantic.embedPassages(
        texts.filter((_, position) => isSemantic[position]),
        options,
      );
      const lexicalVectors = await lexical.embedPassages(
        texts.filter((_, position) => !isSemantic[position]),
        options,
      );
      const [first, second] = [semanticVectors.values(), lexicalVectors.values()];
      return isSemantic.map((each) =>
        each ? join(first.next().value, undefined) : join(undefined, second.next().value),
      );
    },
    async embedQuery(text, options) {
      const isSemantic = isInLanguages(text, languages);
      const [first, second] = await Promise.all([
        isSemantic === false ? undefined : semantic.embedQuery(text, options),
        isSemantic === true ? undefined : lexical.embedQuery(text, options),
      ]);
      return join(first, second);
    },
  };
}

/** How much of a vector is of the model, 0..1: 0 for a query in a language that it does not know. */
export function semanticShare(vector: Float32Array, { dimensions }: Pick<Embedder, 'dimensions'>): number {
  let share = 0;
  for (const number of vector.subarray(0, dimensions)) share += number * number;
  return Math.min(1, share);
}

/** Tells whether a text is in one of the languages; null if its language does not show. */
function isInLanguages(text: string, languages: readonly string[]): boolean | null {
  const language = languageOfText(text);
  return language === null ? null : languages.includes(language);
}

/** Titles, tables and code have too few function words to show a language. */
function isLatin(text: string): boolean {
  return !/[^\P{L}\p{Script=Latin}]/u.test(text);
}

/** A query that only one of the embedders knows something of has a zero vector of the other. */
function scale(vector: Float32Array, share: number): Float32Array {
  return share === 1 ? vector : vector.map((number) => number * share);
}
