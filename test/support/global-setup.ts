import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { type EmbeddedPostgres, FolderInUse, startEmbeddedPostgres } from '../../src/adapters/database/embedded.ts';
import { SCRATCH, compiledCode } from './scratch.ts';
import { ensureTemplate } from './template.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs on this checkout at the same time. */
const SLOTS = 16;

/** Vitest calls it once per run: one PostgreSQL for all test files, with a template for `createTestDatabase`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { postgres, folder } = await startInFreeSlot();
  try {
    const template = await ensureTemplate(postgres);
    const { host, port, user } = postgres;
    project.provide('testPostgres', { host, port, user, template });
    const temporary = await useMemory(`${folder}-tmp`);
    const scratch = await useScratch(`${folder}-scratch`);
    const programs = await rememberVersions();
    return async () => {
      // First: the next run to have the slot makes the same folders. The services of workers that are just ending write yet.
      const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
      try {
        if (temporary !== undefined) await rm(temporary, options);
        await rm(scratch, options);
        await rm(programs, options);
      } finally {
        await postgres.stop();
      }
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function startInFreeSlot(): Promise<{ postgres: EmbeddedPostgres; folder: string }> {
  const cache = await cacheFolder();
  for (let slot = 1; slot <= SLOTS; slot += 1) {
    const folder = join(cache, String(slot));
    const postgres = await startIn(folder);
    if (postgres) return { postgres, folder };
  }
  throw new Error(`All ${SLOTS} test databases in ${cache} are in use.`);
}

/** Undefined when another run uses the folder. */
async function startIn(dataDir: string): Promise<EmbeddedPostgres | undefined> {
  // Each worker may have a service that it shares and several of its own.
  const start = () => startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300 });
  try {
    return await start();
  } catch (error) {
    if (error instanceof FolderInUse) return undefined;
    // Not durable: a power cut may have spoilt it, and nothing in it is worth keeping.
    await rm(dataDir, { recursive: true, force: true });
    return start();
  }
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 1_000_000_000;

/**
 * Kept between runs, so that only the first one makes a cluster and only a new migration makes a template (75 MB).
 * In memory where there is room: a test database is 300 files, which a disk takes some 100 ms to make and memory 10 ms.
 */
async function cacheFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  if (room < ROOM_BYTES) return join(CHECKOUT, '.cache', 'test-postgres');
  const checkout = createHash('sha256').update(`${process.getuid?.()} ${CHECKOUT}`).digest('hex').slice(0, 16);
  return join(MEMORY, `lectern-test-${checkout}`);
}

/** What the workers share: compiled code for the processes that they start, and an installation to copy. */
async function useScratch(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  process.env[SCRATCH] = folder;
  // The packages that every worker loads are compiled once: a second less for each after the first.
  Object.assign(process.env, compiledCode());
  return folder;
}

const TEMPORARY_ROOM_BYTES = 4_000_000_000;

/**
 * Has the workers' temporary files, such as the data folders of whole services, in memory where there is much room.
 * @param folder where a killed run may have left some; not used by anything else
 * @returns undefined where they stay on the disk
 */
async function useMemory(folder: string): Promise<string | undefined> {
  if (!folder.startsWith(MEMORY)) return undefined;
  await rm(folder, { recursive: true, force: true });
  const { bavail, bsize } = await statfs(MEMORY);
  if (bavail * bsize < TEMPORARY_ROOM_BYTES || !(await runsPrograms(MEMORY))) return undefined;
  await mkdir(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  return folder;
}

/** Every service that starts asks ffmpeg and ffprobe for their versions, 0.2 seconds of the processor: both answer from a file. */
async function rememberVersions(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-programs-'));
  const run = promisify(execFile);
  for (const name of ['ffmpeg', 'ffprobe']) {
    // Not installed: tests of videos are skipped.
    const found = await run('sh', ['-c', `command -v ${name}`]).catch(() => undefined);
    if (!found) continue;
    const program = found.stdout.trim();
    const version = join(folder, `${name}.txt`);
    await writeFile(version, (await run(program, ['-version'])).stdout);
    const script = `#!/bin/sh\n[ "$*" = -version ] && exec cat '${version}'\nexec '${program}' "$@"\n`;
    await writeFile(join(folder, name), script, { mode: 0o755 });
  }
  process.env['PATH'] = `${folder}:${process.env['PATH'] ?? ''}`;
  return folder;
}

/** A test puts a PostgreSQL together and runs it, which containers do not allow there. */
async function runsPrograms(mount: string): Promise<boolean> {
  const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  return mounts.every(([, point, , options]) => point !== mount || !options?.split(',').includes('noexec'));
}
