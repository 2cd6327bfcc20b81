import { spawnSync } from 'node:child_process';

/** Programs that npm does not install and that some tests run: how to ask each whether it is there, and how to get it. */
const PROGRAMS = {
  ffmpeg: { flag: '-version', install: 'apt-get install ffmpeg' },
  'redis-server': { flag: '--version', install: 'apt-get install redis-server' },
  'weaviate-server': { flag: '--help', install: 'go install github.com/weaviate/weaviate/cmd/weaviate-server@v1.38.5' },
  'llama-server': { flag: '--version', install: 'see docs/testing.md' },
} as const;

export type Program = keyof typeof PROGRAMS;

declare module 'vitest' {
  interface TaskMeta {
    /** What a skipped test or suite needs and this machine does not have: see skipped-tests-reporter.ts. */
    missing?: string;
  }
}

const installed = new Map<Program, boolean>();

/** Whether a program is on the PATH and runs. */
export function hasProgram(program: Program): boolean {
  const answer = installed.get(program) ?? spawnSync(program, [PROGRAMS[program].flag]).status === 0;
  installed.set(program, answer);
  return answer;
}

/**
 * Options of `describe` and `test` for tests that need what npm does not install: `describe('a video', needs('ffmpeg'), …)`.
 * Without it they are skipped, and the end of the run says how many, and what was missing.
 */
export function needs(program: Program): TestNeeds {
  return needsUnless(hasProgram(program) ? undefined : `${program} is not installed (${PROGRAMS[program].install})`);
}

/** @param missing the sentence that says what this machine does not have; undefined where it has all */
export function needsUnless(missing: string | undefined): TestNeeds {
  return missing === undefined ? {} : { skip: true, meta: { missing } };
}

export interface TestNeeds {
  skip?: boolean;
  meta?: { missing?: string };
}
