import type { Scope } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Cue } from '../../../ports/media-tools.ts';
import type { TextBlock } from '../../../text/chunking/types.ts';
import type { SourceText } from '../../knowledge/source-text.ts';
import { type StoredAnalysis, VideoEntity } from '../video.entity.ts';
import { SEARCHED_SEGMENTS, type SearchedSegment } from './segment.rows.ts';

const FIND_BY_ID = table(VideoEntity, 'v', { only: ['title'] }).select('where v.id = $1');

/** A paragraph of what is said ends with the first sentence beyond this length, or at this length. */
const PARAGRAPH_LENGTH = { preferred: 300, max: 800 };
/** Seconds without speech that end a paragraph. */
const LONG_PAUSE = 3;
/** Seconds without speech that end a chunk: its times would span what it does not contain. */
const CHUNK_PAUSE = 10;
const SENTENCE_END = /[.!?…。！？]["'”’)]?$/;

/** The searchable text of a video; null if it was deleted or has not been processed. */
export async function readVideoText(scope: Scope, id: string): Promise<SourceText | null> {
  const video = await scope.row(FIND_BY_ID, [id]);
  const segments = video ? await scope.rows(SEARCHED_SEGMENTS, [id]) : [];
  return video && segments.length > 0
    ? { title: video.title, blocks: segments.flatMap(toTextBlocks), embed: true }
    : null;
}

/** Returns what is described, said and shown in a segment, in the order of time. No chunk has text of two segments. */
export function toTextBlocks({ startTime, endTime, analysis, transcript }: SearchedSegment): TextBlock[] {
  const speech = toParagraphs(transcript?.cues ?? []);
  // A chunk starts and ends with the speech in it, where there is any.
  const start = speech[0]?.startTime ?? startTime;
  const end = speech.at(-1)?.endTime ?? endTime;
  const blocks = [
    ...(analysis?.description ? [{ text: analysis.description, startTime: start, endTime: end }] : []),
    ...mergeCues(speech, listVisibleText(analysis, endTime)),
  ].filter(({ text }) => text.trim() !== '');
  return blocks.map((block, index) => {
    const before = blocks[index - 1];
    const startsChunk = !before || block.startTime - before.endTime > CHUNK_PAUSE;
    return { ...block, kind: 'paragraph', ...(startsChunk && { startsChunk }) };
  });
}

/** Cues as paragraphs: they end with sentences, and at long pauses. */
function toParagraphs(cues: readonly Cue[]): Cue[] {
  const paragraphs: Cue[] = [];
  for (const { text: words, ...cue } of cues) {
    const text = words.replaceAll(/\s+/g, ' ').trim();
    const last = paragraphs.at(-1);
    if (text === '') continue;
    if (!last || isComplete(last, cue.startTime, text)) paragraphs.push({ ...cue, text });
    else paragraphs[paragraphs.length - 1] = { ...last, endTime: cue.endTime, text: `${last.text} ${text}` };
  }
  return paragraphs;
}

function isComplete({ text, endTime }: Cue, nextStart: number, next: string): boolean {
  if (nextStart - endTime > LONG_PAUSE || text.length + next.length > PARAGRAPH_LENGTH.max) return true;
  return text.length > PARAGRAPH_LENGTH.preferred && SENTENCE_END.test(text);
}

/** Text on screen and names of techniques, from the time at which they appear. */
function listVisibleText(analysis: StoredAnalysis | null, endTime: number): Cue[] {
  const texts = (analysis?.texts ?? []).map(({ time, text }) => ({ startTime: time, endTime, text }));
  const techniques = (analysis?.techniques ?? []).map(({ name, ...times }) => ({ ...times, text: name }));
  return [...texts, ...techniques].toSorted((one, other) => one.startTime - other.startTime);
}

/** Merges what is said and shown. What is shown follows the paragraph in which, or after which, it appears, and takes its times. */
function mergeCues(speech: readonly Cue[], visibleText: readonly Cue[]): Cue[] {
  if (speech.length === 0) return [...visibleText];
  return speech.flatMap((paragraph, index) => {
    const from = index === 0 ? -Infinity : paragraph.startTime;
    const to = speech[index + 1]?.startTime ?? Infinity;
    const beside = visibleText.filter(({ startTime }) => startTime >= from && startTime < to);
    return [paragraph, ...beside.map((each) => ({ ...paragraph, text: each.text }))];
  });
}
