import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { succeeds } from '../process/succeeds.ts';

export interface FoundTools {
  ffmpeg: string;
  ffprobe: string;
  /** The version that they print, such as `7.1.1`. */
  version: string;
}

const MIN_VERSION = 5;
const CHECK_MS = 10_000;
const INSTALL = 'install it with `apt-get install ffmpeg` or `brew install ffmpeg`, or set FFMPEG_PATH to the program';

/**
 * Finds ffmpeg on PATH or where FFMPEG_PATH says, and ffprobe beside it, and runs both once.
 * @returns a sentence if they cannot be used
 */
export async function findTools(configured: string | undefined): Promise<FoundTools | string> {
  const ffmpeg = configured ?? (await findOnPath('ffmpeg'));
  if (ffmpeg === undefined) return `Videos need ffmpeg ${MIN_VERSION} or newer, which was not found: ${INSTALL}`;
  const ffprobe = join(dirname(ffmpeg), 'ffprobe');
  const [version, probeVersion] = await Promise.all([readVersion(ffmpeg), readVersion(ffprobe)]);
  if (version === undefined) return `Videos need ffmpeg, but ${ffmpeg} does not run: ${INSTALL}`;
  if (probeVersion === undefined) return `Videos need ffprobe beside ffmpeg, but ${ffprobe} does not run: ${INSTALL}`;
  if (isTooOld(version)) return `Videos need ffmpeg ${MIN_VERSION} or newer, but ${ffmpeg} is ${version}: ${INSTALL}`;
  return { ffmpeg, ffprobe, version };
}

async function findOnPath(name: string): Promise<string | undefined> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  for (const folder of folders) {
    const path = join(folder, name);
    if (await succeeds(access(path, constants.X_OK))) return path;
  }
  return undefined;
}

/** Reads the version of a program; undefined if it does not run. */
async function readVersion(program: string): Promise<string | undefined> {
  const options = { env: {}, cwd: '/', timeout: CHECK_MS, killSignal: 'SIGKILL' } as const;
  const said = await promisify(execFile)(program, ['-version'], options).catch(() => null);
  return /^ff(?:mpeg|probe) version (\S+)/.exec(said?.stdout ?? '')?.[1];
}

/** Builds of the development branch have a hash instead of a number and count as new. */
function isTooOld(version: string): boolean {
  const [, major] = /^n?(\d+)\.\d/.exec(version) ?? [];
  return major !== undefined && Number(major) < MIN_VERSION;
}
