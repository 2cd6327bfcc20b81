import type { ModelCitation } from '../../../ports/language-model.ts';
import type { CohereCitation } from './events.ts';

/** A block of the model's message that is part of the answer. */
export interface TextBlock {
  /** Its start in the answer. */
  start: number;
  text: string;
}

/**
 * Converts a citation to the port's format: the span in the answer, in UTF-16 units, and those sources that are
 * documents of the request. Undefined if either is empty, as for citations of thoughts, plans and tool results.
 */
export function toCitation(
  cited: CohereCitation,
  block: TextBlock | undefined,
  documentIds: ReadonlySet<string>,
): ModelCitation | undefined {
  if (!block || (cited.type ?? 'TEXT_CONTENT') !== 'TEXT_CONTENT') return undefined;
  const sources = cited.sources ?? [];
  const ids = new Set(sources.flatMap(({ type, id }) => (type === 'document' && id && documentIds.has(id) ? id : [])));
  const { start, end } = toSpan(cited, block.text);
  if (ids.size === 0 || end <= start) return undefined;
  return { start: block.start + start, end: block.start + end, documentIds: [...ids] };
}

/**
 * The API does not document the unit of its offsets; it is derived from the cited text, or from the text's position if
 * neither unit matches.
 */
function toSpan({ start, end, text: quoted }: CohereCitation, text: string): Pick<ModelCitation, 'start' | 'end'> {
  const asCharacters = { start: toUtf16Length(text, start), end: toUtf16Length(text, end) };
  if (!quoted || text.slice(asCharacters.start, asCharacters.end) === quoted) return asCharacters;
  if (text.slice(start, end) === quoted) return { start, end };
  const found = nearest(text, quoted, asCharacters.start);
  return found === undefined ? asCharacters : { start: found, end: found + quoted.length };
}

/** The number of UTF-16 units of this many characters, at most the whole text. */
function toUtf16Length(text: string, characters: number): number {
  let units = 0;
  for (let left = characters; left > 0 && units < text.length; left--) {
    units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
  }
  return units;
}

function nearest(text: string, quoted: string, to: number): number | undefined {
  const after = text.indexOf(quoted, to);
  const before = text.lastIndexOf(quoted, to);
  if (after < 0 && before < 0) return undefined;
  if (after < 0 || (before >= 0 && to - before <= after - to)) return before;
  return after;
}
