import { createReadStream, createWriteStream } from 'node:fs';
import type { ExtractedBlock } from '../../ports/extractor.ts';
import { FrameReader, frame } from '../../shared/process/frames.ts';
import type { OcrLanguages } from './languages.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import { readFile } from './read-file.ts';
import { ExtractionError } from './extraction-error.ts';
import type { FromProcess, ReadableFormat, ToProcess } from './messages.ts';

/**
 * The process that extracts the text of files, one at a time. Input: a request, the file in parts, and an empty frame
 * as its end. Output: progress, blocks in groups, and the end or a failure, over a separate pipe, because libraries may
 * print to standard output.
 */
const INPUT = 0;
const OUTPUT = 3;
const BLOCKS_A_MESSAGE = 500;
const PROGRESS_EVERY_MS = 250;

const output = createWriteStream('', { fd: OUTPUT });
let request: ToProcess | undefined;
let parts: Buffer[] = [];

const frames = new FrameReader(MAX_FILE_BYTES, (bytes) => {
  if (!request) request = JSON.parse(bytes.toString()) as ToProcess;
  else if (bytes.length > 0) parts.push(Buffer.from(bytes));
  else {
    const { format, languages } = request;
    const file = Buffer.concat(parts);
    request = undefined;
    parts = [];
    void answer(file, format, languages);
  }
});
createReadStream('', { fd: INPUT })
  .on('data', (bytes) => frames.push(bytes as Buffer))
  .on('end', () => process.exit(0));

async function answer(file: Buffer, format: ReadableFormat, languages: OcrLanguages): Promise<void> {
  try {
    const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
    const { blocks, ...facts } = await readFile(bytes, format, { languages, onProgress: throttled() });
    await sendBlocks(blocks);
    await send({ type: 'end', ...facts, memory: process.memoryUsage.rss() });
  } catch (error) {
    if (error instanceof ExtractionError) await send({ type: 'failure', code: error.code, message: error.message });
    // The parent process sees the exit and the last output.
    else throw error;
  }
}

async function sendBlocks(blocks: readonly ExtractedBlock[]): Promise<void> {
  for (let at = 0; at < blocks.length; at += BLOCKS_A_MESSAGE) {
    await send({ type: 'blocks', blocks: blocks.slice(at, at + BLOCKS_A_MESSAGE) });
  }
}

function send(message: FromProcess): Promise<void> {
  const bytes = frame(Buffer.from(JSON.stringify(message)));
  return new Promise((resolve, reject) => {
    output.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Not for every page of thousands. */
function throttled(): (share: number, ocrPages: number) => void {
  let last = 0;
  return (share, ocrPages) => {
    const now = Date.now();
    if (now - last < PROGRESS_EVERY_MS) return;
    last = now;
    void send({ type: 'progress', share, ocrPages });
  };
}
