import { toBatches } from '../../shared/to-batches.ts';
import { serveProcess } from '../process/serve-process.ts';
import { ExtractionError } from './extraction-error.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import type { FromProcess, ToProcess } from './messages.ts';
import { readFile } from './read-file.ts';

const BLOCKS_A_MESSAGE = 500;
const PROGRESS_EVERY_MS = 250;

/** The process that extracts the text of files. It answers with progress, blocks in groups, and the end or a failure. */
serveProcess<ToProcess>(MAX_FILE_BYTES, async ({ format, languages }, file, sendFrame) => {
  const send = (message: FromProcess) => sendFrame(Buffer.from(JSON.stringify(message)));
  try {
    const { blocks, ...facts } = await readFile(file, format, { languages, onProgress: throttle(send) });
    for (const some of toBatches(blocks, BLOCKS_A_MESSAGE)) await send({ type: 'blocks', blocks: some });
    await send({ type: 'end', ...facts, memory: process.memoryUsage.rss() });
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    await send({ type: 'failure', code: error.code, message: error.message });
  }
});

/** Limits the messages about progress: a file may have thousands of pages. */
function throttle(send: (message: FromProcess) => Promise<void>): (share: number, ocrPages: number) => void {
  let last = 0;
  return (share, ocrPages) => {
    const now = Date.now();
    if (now - last < PROGRESS_EVERY_MS) return;
    last = now;
    void send({ type: 'progress', share, ocrPages });
  };
}
