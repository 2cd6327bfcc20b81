import type { VideoAnalyzer } from '../../ports/video-analyzer.ts';
import { distinctTexts } from './screen-texts.ts';

/** Text recognition in processes of its own. */
export interface PictureReader {
  /** The texts of each picture. */
  readPictures(jpegs: readonly Uint8Array[], options?: { signal?: AbortSignal }): Promise<string[][]>;
  close(): Promise<void>;
}

const MAX_FRAMES = 6;
const MAX_SIDE = 1_600;

/** Reads the text on screen, and describes nothing. */
export function createLocalVideoAnalyzer(reader: PictureReader): VideoAnalyzer {
  return {
    name: 'text recognition',
    maxFrames: MAX_FRAMES,
    maxSide: MAX_SIDE,
    describes: false,
    async analyze(request, { signal } = {}) {
      signal?.throwIfAborted();
      const frames = request.frames.slice(0, MAX_FRAMES);
      if (frames.length === 0) return { description: null, texts: [], techniques: [] };
      const jpegs = frames.map(({ jpeg }) => jpeg);
      const found = await reader.readPictures(jpegs, signal ? { signal } : {});
      const texts = frames.flatMap(({ time }, index) => (found[index] ?? []).map((text) => ({ time, text })));
      return { description: null, texts: distinctTexts(texts), techniques: [] };
    },
    close: () => reader.close(),
  };
}
