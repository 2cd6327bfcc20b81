import type { MediaTools } from '../../ports/media-tools.ts';
import { MediaError } from '../../ports/media-error.ts';
import { FfmpegTools } from './ffmpeg.ts';
import { findTools } from './find-tools.ts';

/**
 * The tools, and what they are for the start message.
 * @param path of ffmpeg; undefined: it is searched on PATH
 */
export async function openMediaTools(path: string | undefined): Promise<{ tools: MediaTools; name: string }> {
  const found = await findTools(path);
  if (typeof found === 'string') return { tools: missingTools(found), name: `none. ${found}` };
  return { tools: new FfmpegTools(found), name: `ffmpeg ${found.version}, ${found.ffmpeg}` };
}

/** Rejects every call with the sentence. */
function missingTools(missing: string): MediaTools {
  const reject = async (): Promise<never> => {
    throw new MediaError('TOOLS_MISSING', missing);
  };
  return {
    version: 'none',
    missing,
    probe: reject,
    sceneChanges: reject,
    pauses: reject,
    frame: reject,
    sound: reject,
    cues: reject,
  };
}
