import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ffmpeg } from '../../support/make-video.ts';

export interface Scene {
  /** Seconds. */
  length: number;
  /** Written on the picture. */
  shown: string;
  /** What is said, one cue each. */
  said: readonly { text: string; from: number; to: number }[];
}

/** Three scenes of 15 seconds: what is said begins 2 seconds after the scene. */
export const HARBOUR: readonly Scene[] = [
  scene('TIMETABLE', 'The ferry leaves at dawn.', 'It crosses the strait in an hour.'),
  scene('ANCHOR', 'The anchor is dropped in shallow water.', 'A heavy chain keeps it flat.'),
  scene('LIGHTHOUSE', 'The lighthouse keeper climbs every evening.', 'A lens bundles the beam.'),
];

function scene(shown: string, first: string, second: string): Scene {
  return {
    length: 15,
    shown,
    said: [
      { text: first, from: 2, to: 6 },
      { text: second, from: 7, to: 11 },
    ],
  };
}

const HAS_ESPEAK = spawnSync('espeak-ng', ['--version']).status === 0;
const COLOURS = ['white', 'lightyellow', 'lightblue', 'mistyrose'];

/** An MP4 with a picture per scene, its text on it, its speech (a tone where there is no espeak-ng), and subtitles. */
export async function makeLecture(folder: string, name: string, scenes: readonly Scene[] = HARBOUR): Promise<string> {
  const inputs = scenes.map(({ length, shown }, at) => {
    const text = `drawtext=text='${shown}':fontsize=64:x=(w-text_w)/2:y=(h-text_h)/2`;
    return `-f lavfi -i color=c=${COLOURS[at % COLOURS.length]}:s=640x360:r=10:d=${length},${text}`;
  });
  const chain = scenes.map((_, at) => `[${scenes.length + 1 + at}:v]`).join('');
  const filter = `${chain}concat=n=${scenes.length}:v=1[all];[all]format=yuv420p[v]`;
  return make(folder, name, scenes, { inputs, filter, output: '-map [v]' });
}

/** The same without pictures, which is processed faster. */
export async function makeTalk(folder: string, name: string, scenes: readonly Scene[] = HARBOUR): Promise<string> {
  return make(folder, name, scenes, { inputs: [], filter: null, output: '' });
}

interface Pictures {
  inputs: readonly string[];
  filter: string | null;
  output: string;
}

async function make(folder: string, name: string, scenes: readonly Scene[], pictures: Pictures): Promise<string> {
  await writeFile(join(folder, `${name}.srt`), subtitlesOf(scenes));
  const sounds: string[] = [];
  for (const [at, scene] of scenes.entries()) sounds.push(await speech(folder, `${name}-${at}.wav`, scene));
  const padded = scenes.map(({ length }, at) => `[${at}:a]adelay=2000|2000,apad,atrim=0:${length}[a${at}]`);
  const chain = scenes.map((_, at) => `[a${at}]`).join('');
  const filters = [...padded, `${chain}concat=n=${scenes.length}:v=0:a=1[a]`, pictures.filter ?? []].flat().join(';');
  return ffmpeg(
    folder,
    `${sounds.join(' ')} -i ${name}.srt ${pictures.inputs.join(' ')} -filter_complex ${filters} ${pictures.output}
     -map [a] -map ${scenes.length}:s -c:v libx264 -preset ultrafast -force_key_frames expr:gte(t,n_forced*5)
     -c:a aac -ar 16000 -c:s mov_text
     -metadata:s:s:0 language=eng -movflags +faststart ${name}`,
  );
}

async function speech(folder: string, name: string, { said, length }: Scene): Promise<string> {
  if (!HAS_ESPEAK) return `-f lavfi -i sine=frequency=300:duration=${length - 4}`;
  await promisify(execFile)('espeak-ng', ['-w', join(folder, name), said.map(({ text }) => text).join(' ')]);
  return `-i ${name}`;
}

function subtitlesOf(scenes: readonly Scene[]): string {
  let start = 0;
  const cues = scenes.flatMap(({ said, length }) => {
    const begun = start;
    start += length;
    return said.map(({ text, from, to }) => `${clock(begun + from)} --> ${clock(begun + to)}\n${text}`);
  });
  return cues.map((cue, index) => `${index + 1}\n${cue}\n`).join('\n');
}

function clock(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(11, 19)},000`;
}
