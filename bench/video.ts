import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ProcessExtractor } from '../src/adapters/extractor/process-extractor.ts';
import { openMediaTools } from '../src/adapters/media-tools/open-media-tools.ts';
import { createLocalVideoAnalyzer } from '../src/adapters/video-analyzer/local.ts';
import { keyFrameTimes } from '../src/features/video/processing/key-frame-times.ts';
import { planSegments } from '../src/features/video/processing/plan-segments.ts';
import type { MediaFacts, MediaTools, TimeRange } from '../src/ports/media-tools.ts';
import type { KeyFrame } from '../src/ports/video-analyzer.ts';

/**
 * `npm run bench:video`: processor seconds that each step takes per minute of video, and the memory of the largest
 * process, for a short and a long video of the same scenes in 720p. Text recognition is the one of the local analyzer;
 * models are not part of it.
 */
const MINUTES = [2, 30];
const SCENES = ['testsrc2', 'smptebars', 'testsrc', 'rgbtestsrc', 'color=c=teal'];
const SCENE_SECONDS = 20;
const MAX_FRAMES = 4;
const SAMPLE_MS = 20;
const REAPED_AFTER_MS = 500;

interface Step {
  name: string;
  run: (video: Video) => Promise<unknown>;
}

interface Video {
  tools: MediaTools;
  path: string;
  facts: MediaFacts;
  scenes: number[];
  pauses: TimeRange[];
  segments: TimeRange[];
}

const STEPS: readonly Step[] = [
  { name: 'probe', run: async (video) => (video.facts = await video.tools.probe(video.path)) },
  { name: 'scene changes', run: async (video) => (video.scenes = await video.tools.sceneChanges(video.path)) },
  { name: 'pauses', run: async (video) => (video.pauses = await video.tools.pauses(video.path)) },
  { name: 'segments (no process)', run: async (video) => (video.segments = segmentsOf(video)) },
  { name: 'key frames, 4 per minute', run: readFrames },
  { name: 'key frames, 6 per minute, and the text on them', run: recognizeTexts },
  { name: 'sound', run: readSounds },
  {
    name: 'subtitles',
    run: async ({ tools, path, facts }) => tools.cues(path, { index: facts.subtitles[0]?.index ?? 2 }),
  },
];

async function main(): Promise<void> {
  const { tools } = await openMediaTools(process.env['FFMPEG_PATH']);
  if (tools.missing !== null) throw new Error(tools.missing);
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  try {
    const columns: string[][] = [];
    for (const minutes of MINUTES) columns.push(await measureAll(tools, await makeVideo(folder, minutes), minutes));
    const heads = MINUTES.map((minutes) => `${minutes} minutes`);
    const rows = STEPS.map(({ name }, index) => [name, ...columns.map((column) => column[index] ?? '')]);
    const lines = [['processor seconds per minute', ...heads], ['---', ...heads.map(() => '---')], ...rows];
    process.stdout.write(lines.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureAll(tools: MediaTools, path: string, minutes: number): Promise<string[]> {
  const none: MediaFacts = { duration: 0, video: null, audio: null, subtitles: [] };
  const video: Video = { tools, path, facts: none, scenes: [], pauses: [], segments: [] };
  const cells: string[] = [];
  for (const { run } of STEPS) {
    let largest = 0;
    const timer = setInterval(() => {
      largest = Math.max(largest, ...childMemory());
    }, SAMPLE_MS);
    const before = processorSeconds();
    await run(video);
    clearInterval(timer);
    const used = (processorSeconds() - before) / minutes;
    cells.push(`${used.toFixed(3)} s, ${Math.round(largest / 1_024)} MB`);
  }
  return cells;
}

function segmentsOf({ facts: { duration }, scenes: sceneChanges, pauses }: Video): TimeRange[] {
  return planSegments({ duration, segmentDuration: 60, sceneChanges, pauses });
}

async function readFrames({ tools, path, scenes, segments }: Video): Promise<void> {
  for (const segment of segments) {
    for (const time of keyFrameTimes(segment, scenes, MAX_FRAMES)) await tools.frame(path, time, { maxSide: 768 });
  }
}

/** In processes of its own, whose time counts once they have ended. */
async function recognizeTexts({ tools, path, scenes, segments }: Video): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-ocr-'));
  const analyzer = createLocalVideoAnalyzer(new ProcessExtractor({ languages: ['eng'], folder, slots: 1 }));
  for (const segment of segments) {
    const frames: KeyFrame[] = [];
    for (const time of keyFrameTimes(segment, scenes, analyzer.maxFrames)) {
      const jpeg = await tools.frame(path, time, { maxSide: analyzer.maxSide });
      if (jpeg) frames.push({ time, jpeg });
    }
    await analyzer.analyze({ ...segment, frames, instructions: null, detectTechniques: false, transcript: null });
  }
  await analyzer.close();
  // The kernel counts a process once its end was noticed.
  await delay(REAPED_AFTER_MS);
  await rm(folder, { recursive: true, force: true });
}

async function readSounds({ tools, path, segments }: Video): Promise<void> {
  for (const segment of segments) await tools.sound(path, segment);
}

/** Scenes of 20 seconds with a tone that pauses each ten seconds, repeated without encoding them again. */
async function makeVideo(folder: string, minutes: number): Promise<string> {
  const ffmpeg = (command: string) =>
    promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...command.split(' ')], { cwd: folder });
  const joint = (source: string) => (source.includes('=') ? ':' : '=');
  const inputs = SCENES.map((scene) => `-f lavfi -t ${SCENE_SECONDS} -i ${scene}${joint(scene)}s=1280x720:r=25`).join(
    ' ',
  );
  const joined = `${SCENES.map((_, index) => `[${index}:v]`).join('')}concat=n=${SCENES.length}:v=1,format=yuv420p[v]`;
  const tone = `-f lavfi -t ${SCENE_SECONDS * SCENES.length} -i sine=frequency=300`;
  const pauses = `[${SCENES.length}:a]volume='if(lt(mod(t,10),1),0,1)':eval=frame[a]`;
  await ffmpeg(
    `${inputs} ${tone} -filter_complex ${joined};${pauses} -map [v] -map [a] -c:v libx264 -preset ultrafast -c:a aac once.mp4`,
  );
  const cues = Array.from(
    { length: minutes * 20 },
    (_, index) => `${index + 1}\n${stamp(index * 3)} --> ${stamp(index * 3 + 2)}\nCue ${index}\n`,
  );
  await writeFile(join(folder, 'cues.srt'), cues.join('\n'));
  const name = `${minutes}.mp4`;
  await ffmpeg(
    `-stream_loop -1 -i once.mp4 -i cues.srt -map 0 -map 1 -t ${minutes * 60} -c copy -c:s mov_text ${name}`,
  );
  return join(folder, name);
}

function stamp(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(11, 19)},000`;
}

/** Of all processes that were started from here and have ended, as the kernel counts it. */
function processorSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Kilobytes that the processes started from here hold. */
function childMemory(): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) return 0;
        return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      } catch {
        return 0;
      }
    });
}

await main();
