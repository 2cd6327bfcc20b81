import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Programs that npm does not install and that some tests run, and how to get them. */
const PROGRAMS = {
  ffmpeg: 'apt-get install ffmpeg',
  'redis-server': 'apt-get install redis-server',
  'weaviate-server': 'go install github.com/weaviate/weaviate/cmd/weaviate-server@v1.38.5',
  'llama-server': 'see docs/testing.md',
} as const;

export type Program = keyof typeof PROGRAMS;

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test or suite needs and this machine does not have: see skipped-tests-reporter.ts. */
    missing?: string;
  }
}

/** Whether a program is on the PATH. */
export function hasProgram(program: Program): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => isExecutable(join(folder, program)));
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Options of `describe` and `test` for tests that need what npm does not install: `describe('a video', needs('ffmpeg'), …)`.
 * Without it they are skipped, and the end of the run says how many, and what was missing.
 */
export function needs(program: Program): TestNeeds {
  return needsUnless(hasProgram(program) ? undefined : `${program} is not installed (${PROGRAMS[program]})`);
}

/** @param missing the sentence that says what this machine does not have; undefined where it has all */
export function needsUnless(missing: string | undefined): TestNeeds {
  return missing === undefined ? {} : { skip: true, meta: { missing } };
}

export interface TestNeeds {
  skip?: boolean;
  meta?: { missing?: string };
}
