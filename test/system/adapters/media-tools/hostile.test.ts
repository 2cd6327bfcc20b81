import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openMediaTools } from '../../../../src/adapters/media-tools/open-media-tools.ts';
import type { MediaTools } from '../../../../src/ports/media-tools.ts';
import { MEDIA_FAILURE_CODES, MediaError } from '../../../../src/ports/media-error.ts';
import { useFolder } from '../../support/make-video.ts';
import { type Bases, type Hostile, hostileVideos, makeBases } from './hostile.ts';
import { needs } from '../../../support/needs.ts';

/** `DOCUMENTS=all` reads all of them, and prints what became of each. */
const ALL = process.env['DOCUMENTS'] === 'all';
/** Otherwise one of each kind: a file costs several processes. */
const CHOSEN = [
  'nothing at all',
  'a playlist of a local file',
  'mp4, cut at 50 %',
  'avi, cut at 2 %',
  'mp4 with every 200th byte changed',
  'a length of a hundred hours in the track',
  'two thousand million times',
  'five thousand tracks',
  'a picture of 60,000 by 60,000 pixels, by its header',
  'one picture in 8K',
  'a Matroska file of subtitles alone',
  'an SVG picture in an AVI',
  'one picture an hour, for 20 hours',
];
const chosen = hostileVideos().filter(({ name }) => ALL || CHOSEN.includes(name));
/** A tool may take 60 seconds of processor time; none of these files needs nearly as much. */
const MAX_MS = 60_000;

test('there are at least 60 of them, and those chosen are among them', () => {
  const names = hostileVideos().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60);
  expect(names).toEqual(expect.arrayContaining(CHOSEN));
});

describe('hostile videos', needs('ffmpeg'), () => {
  const place = useFolder();
  const rows: string[] = [];
  let tools: MediaTools;
  let bases: Bases;
  let folder: string;
  let largest = 0;
  let watch: NodeJS.Timeout;

  beforeAll(async () => {
    tools = (await openMediaTools(process.env['FFMPEG_PATH'])).tools;
    await writeFile(join(place.path, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    bases = await makeBases(place.path);
    watch = setInterval(() => {
      largest = Math.max(largest, ...childProcesses().map(({ memory }) => memory));
    }, 50);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  afterAll(() => {
    clearInterval(watch);
    if (ALL) process.stdout.write(`\n${rows.join('\n')}\nlargest process: ${Math.round(largest / 1024)} MB\n`);
  });

  test.each(chosen)('$name: is read, or rejected with a sentence', async ({ name, expected, make }: Hostile) => {
    folder = await mkdtemp(join(place.path, 'work-'));
    const path = join(folder, 'video');
    await make(path, bases);
    const before = await readFile(path);
    const around = await readdir(place.path);
    const memory = process.memoryUsage.rss();
    const begun = performance.now();
    const outcome = await readAll(tools, path).catch((error: unknown) => error);
    const took = performance.now() - begun;
    const code = outcome instanceof MediaError ? outcome.code : 'read';
    rows.push(
      `| ${name} | ${code} | ${outcome instanceof MediaError ? outcome.message : String(outcome)} | ${(took / 1_000).toFixed(1)} s |`,
    );

    if (outcome instanceof MediaError) {
      expect(MEDIA_FAILURE_CODES).toContain(outcome.code);
      expect(outcome.message).toMatch(/^[A-Z][^\n]{10,150}$/);
      expect(outcome.message).not.toContain(place.path);
    } else expect(outcome).toMatch(/^[\d.]+ s/);
    if (expected !== 'either') expect(code === 'read').toBe(expected === 'read');
    expect(took).toBeLessThan(MAX_MS);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(200 * 1024 * 1024);
    // Nothing was written, and nothing runs any more.
    expect(await readdir(folder)).toEqual(['video']);
    expect((await readFile(path)).equals(before)).toBe(true);
    expect(await readdir(place.path)).toEqual(around);
    expect(childProcesses().filter(({ name: program }) => program.startsWith('ff'))).toEqual([]);
  });

  test('no process had more memory than is allowed', () => {
    expect(largest).toBeLessThan(1_600_000);
  });
});

/** Does with a file what a job does with it; answers what was found. */
async function readAll(tools: MediaTools, path: string): Promise<string> {
  const { duration, video, audio, subtitles } = await tools.probe(path);
  const scenes = await tools.sceneChanges(path);
  const pauses = await tools.pauses(path);
  const frames = [
    await tools.frame(path, 0, { maxSide: 256 }),
    await tools.frame(path, duration / 2, { maxSide: 256 }),
  ].filter((frame) => frame !== null);
  const sound = audio ? (await tools.sound(path, { startTime: 0, endTime: 5 })).length : 0;
  const cues = subtitles[0] ? (await tools.cues(path, { index: subtitles[0].index })).length : 0;
  const size = video ? `${video.width} × ${video.height}` : 'no pictures';
  return `${duration.toFixed(1)} s, ${size}, ${scenes.length} scenes, ${pauses.length} pauses, ${frames.length} frames, ${sound} bytes of sound, ${cues} cues`;
}

/** Processes that were started from here, with their memory in kilobytes. */
function childProcesses(): { name: string; memory: number }[] {
  const ids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  return ids.flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) return [];
      return [
        {
          name: /^Name:\s+(.+)/m.exec(status)?.[1] ?? '',
          memory: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0),
        },
      ];
    } catch {
      return [];
    }
  });
}
