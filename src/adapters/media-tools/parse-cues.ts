import type { Cue } from '../../ports/media-tools.ts';
import { MAX_CUES, MAX_CUE_LENGTH } from './limits.ts';

const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-{1,2}>\s*${TIME}`);

/** The duration of a cue that ends before it starts. */
const DEFAULT_SECONDS = 2;

/** The cues of a text in SubRip or WebVTT format, ascending; everything else in it is skipped. */
export function parseCues(text: string): Cue[] {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const cues: Cue[] = [];
  for (let index = 0; index < lines.length && cues.length < MAX_CUES; index++) {
    const times = parseTimes(lines[index] ?? '');
    if (!times) continue;
    const words: string[] = [];
    while (index + 1 < lines.length && (lines[index + 1] ?? '').trim() !== '' && !parseTimes(lines[index + 1] ?? '')) {
      words.push(lines[++index] ?? '');
    }
    // Without an empty line, the number of the next cue follows.
    if (index + 1 < lines.length && parseTimes(lines[index + 1] ?? '') && /^\d+$/.test(words.at(-1)?.trim() ?? ''))
      words.pop();
    const plain = plainText(words.join(' '));
    if (plain !== '') cues.push({ ...times, text: plain });
  }
  return cues.toSorted((one, other) => one.startTime - other.startTime);
}

/** Decodes UTF-8 and UTF-16; anything else counts as Windows-1252. */
export function decodeSubtitles(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function parseTimes(line: string): { startTime: number; endTime: number } | null {
  const match = TIMES.exec(line);
  if (!match) return null;
  const startTime = toSeconds(match.slice(1, 5));
  const endTime = toSeconds(match.slice(5, 9));
  return { startTime, endTime: endTime > startTime ? endTime : startTime + DEFAULT_SECONDS };
}

function toSeconds(parts: readonly (string | undefined)[]): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = parts;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(`${seconds}.${fraction}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '',
  rlm: '',
  '#39': "'",
};

/** The text without tags (`<i>`, `<00:01.000>`, `<v Speaker>`), positions (`{\an8}`) and entities. */
function plainText(text: string): string {
  return text
    .slice(0, MAX_CUE_LENGTH * 4)
    .replaceAll(/<[a-z0-9/][^<>]{0,200}>/gi, '')
    .replaceAll(/\{\\[^{}]{0,200}\}/g, '')
    .replaceAll(String.raw`\N`, ' ')
    .replaceAll(String.raw`\h`, ' ')
    .replaceAll(/&(#39|[a-z]{2,4});/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_CUE_LENGTH);
}
