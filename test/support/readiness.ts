import { expect } from 'vitest';
import { HAS_FFMPEG } from './make-video.ts';

/** What `/health/ready` answers on this machine, which may have no ffmpeg. */
export function readiness(status: string, dependencies: Record<string, string>, reasons: Record<string, unknown> = {}) {
  const allReasons = {
    ...reasons,
    ...(HAS_FFMPEG ? {} : { 'media tools': expect.stringContaining('apt-get install ffmpeg') as string }),
  };
  return {
    status,
    dependencies: { ...dependencies, 'media tools': HAS_FFMPEG ? 'ok' : 'missing' },
    ...(Object.keys(allReasons).length > 0 ? { reasons: allReasons } : {}),
  };
}
