import { expect } from 'vitest';
import { hasProgram } from './needs.ts';

/** What `/health/ready` answers on this machine, which may have no ffmpeg. */
export function readiness(status: string, dependencies: Record<string, string>, reasons: Record<string, unknown> = {}) {
  const allReasons = {
    ...reasons,
    ...(hasProgram('ffmpeg') ? {} : { 'media tools': expect.stringContaining('apt-get install ffmpeg') as string }),
  };
  return {
    status,
    dependencies: { ...dependencies, 'media tools': hasProgram('ffmpeg') ? 'ok' : 'missing' },
    ...(Object.keys(allReasons).length > 0 ? { reasons: allReasons } : {}),
  };
}
