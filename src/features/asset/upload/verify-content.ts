import type { Readable } from 'node:stream';
import type { FileStorage, StoredFile } from '../../../ports/file-storage.ts';
import type { ImageFacts } from '../../../ports/image-transformer.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { incompleteFile } from '../../../shared/outage.ts';
import { isOldWordFile, isWordFile } from './office-files.ts';
import type { FileType } from '../file-types.ts';
import { isHtml, isSvg, isText } from './text-files.ts';

/** A stored file, read as far as needed to recognise its type. */
export interface StoredContent {
  size: number;
  /** The bytes from `start` to `end` (inclusive). */
  read(start: number, end: number): Promise<Buffer>;
  stream(): Promise<Readable>;
}

/** Opens the image when its inspection starts. */
type InspectImage = (open: () => Promise<Readable>) => Promise<ImageFacts>;

/** Enough for every signature; data after it (a zip's directory) is read by range. */
const HEAD_BYTES = 64 * 1024;

/**
 * Returns size and placeholder of a raster image; of other files there are none.
 * @throws ServiceError 400 `File type not supported` with the `reason` if the content does not match the name
 */
export async function verifyContent(
  content: StoredContent,
  type: FileType,
  inspect: InspectImage,
): Promise<{ [K in 'width' | 'height' | 'blurhash']: ImageFacts[K] | null }> {
  if (content.size === 0) throw unsupportedTypeError('The file is empty');
  const head = await content.read(0, Math.min(HEAD_BYTES, content.size) - 1);
  const [served] = type.contentTypes;
  if (!(await CHECKS[type.content](head, content, type))) throw unsupportedTypeError(`The content is not ${served}`);
  if (type.content !== 'raster') return { width: null, height: null, blurhash: null };
  const { format, ...facts } = await inspect(() => content.stream());
  // The format name of libvips is the end of its MIME type.
  if (`image/${format}` !== served) throw unsupportedTypeError(`The content is not ${served}`);
  return facts;
}

export function openStoredContent(storage: FileStorage, key: string, { size }: StoredFile): StoredContent {
  const open = async (range?: { start: number; end: number }): Promise<Readable> => {
    const stream = await storage.read(key, range);
    if (!stream) throw new Error('The content does not exist any more');
    return stream;
  };
  return {
    size,
    stream: () => open(),
    async read(start, end) {
      const stream = await open({ start, end });
      const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
      // A part that is missing says nothing about the file; a file may name bytes behind its own end.
      if (bytes.length !== Math.max(Math.min(end, size - 1) - start + 1, 0)) throw incompleteFile();
      return bytes;
    },
  };
}

export function unsupportedTypeError(reason: string): ServiceError {
  return new ServiceError('BAD_REQUEST', 'File type not supported', { reason });
}

type Check = (head: Buffer, content: StoredContent, type: FileType) => Promise<boolean>;

const CHECKS: Readonly<Record<FileType['content'], Check>> = {
  raster: async (head, _content, type) => (await sniff(head)) === type.contentTypes[0],
  svg: async (head) => isSvg(head),
  html: async (head) => isHtml(head) && !(await isBinary(head)),
  text: async (head) => isText(head) && !(await isBinary(head)),
  // Readers accept some bytes before it, as added by mail gateways.
  pdf: async (head) => head.subarray(0, 1024).includes('%PDF-'),
  docx: (_head, content) => isWordFile(content),
  doc: (head, content) => isOldWordFile(head, content),
  media: async (head, _content, type) => {
    const [served] = type.contentTypes;
    if (served === 'audio/mpeg' && head.subarray(0, 3).toString('latin1') === 'ID3') return true;
    return type.contentTypes.includes((await sniff(head)) ?? '');
  },
};

async function isBinary(head: Buffer): Promise<boolean> {
  const detection = await sniff(head);
  return detection !== undefined && !/^text\/|xml/.test(detection);
}

async function sniff(head: Buffer): Promise<string | undefined> {
  // Loaded with the first file.
  const { fileTypeFromBuffer } = await import('file-type');
  // A signature may point behind the end of the file.
  const detection = await fileTypeFromBuffer(head).catch(() => undefined);
  return detection?.mime;
}
