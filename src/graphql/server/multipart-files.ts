import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type FileUpload, Upload } from 'graphql-upload-minimal';
import { ServiceError, badRequest } from '../../shared/errors.ts';
import { OutageError } from '../../shared/outage.ts';
import { SentFile, UploadedFile } from '../../shared/http/uploaded-file.ts';
import type { MultipartBody } from './multipart-body.ts';

/** Maximum size of all files of a request with several files or paths, which stay on the disk until the response is sent. */
const MAX_SPOOLED_BYTES = 50 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/** A file that `map` names, at one path of the variables or several. */
export class MultipartFile extends SentFile {
  private readonly files: MultipartFiles;
  private readonly upload: Upload;

  constructor(files: MultipartFiles, upload: Upload) {
    super();
    this.files = files;
    this.upload = upload;
  }

  open(): Promise<UploadedFile> {
    return this.files.open(this.upload);
  }
}

/**
 * The files of a multipart request. A single file with a single path is streamed from the request, whatever its size. Several
 * may be read in another order than they are sent in, or more than once, so the first `open` stores all of them; nothing is
 * stored for a caller whose operation is rejected.
 */
export class MultipartFiles {
  private readonly form: MultipartBody;
  private readonly uploads = new Map<Upload, MultipartFile>();
  private isStreamed = false;
  private spool: Promise<ReadonlyMap<Upload, SpooledFile>> | null = null;

  constructor(form: MultipartBody) {
    this.form = form;
  }

  /** @param value that the library has put at a path of `map` */
  add(value: unknown): MultipartFile {
    if (!(value instanceof Upload)) throw badRequest('map', 'map must name variables');
    const file = this.uploads.get(value) ?? new MultipartFile(this, value);
    this.uploads.set(value, file);
    return file;
  }

  async open(upload: Upload): Promise<UploadedFile> {
    if (this.form.paths.length === 1) return this.stream(upload);
    this.spool ??= this.storeAll();
    const { file, handle } = (await this.spool).get(upload) ?? fileMissing();
    return new UploadedFile(file.filename, file.mimetype, Readable.from(readChunks(handle), { objectMode: false }));
  }

  async close(): Promise<void> {
    const stored = await this.spool?.catch(() => null);
    await Promise.all([...(stored?.values() ?? [])].map(({ handle }) => handle.close()));
  }

  private async stream(upload: Upload): Promise<UploadedFile> {
    if (this.isStreamed) throw badRequest('map', 'A file that is used several times needs a path in map for each');
    this.isStreamed = true;
    const file = await this.receive(upload);
    const content = Readable.from(wholeContent(file.createReadStream(), this.form), { objectMode: false });
    return new UploadedFile(file.filename, file.mimetype, content);
  }

  private async receive(upload: Upload): Promise<FileUpload> {
    return upload.promise.catch(async () => {
      await this.form.ended;
      return fileMissing();
    });
  }

  private async storeAll(): Promise<ReadonlyMap<Upload, SpooledFile>> {
    const stored = new Map<Upload, SpooledFile>();
    const budget = { bytes: MAX_SPOOLED_BYTES };
    const store = async (upload: Upload): Promise<void> => {
      const file = await upload.promise.catch(() => null);
      if (!file) return;
      const handle = await temporaryFile().catch(throwDiskError);
      stored.set(upload, { file, handle });
      for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
        budget.bytes -= chunk.length;
        if (budget.bytes < 0) throw tooLarge();
        await handle.write(chunk).catch(throwDiskError);
      }
    };
    try {
      await Promise.all([...this.uploads.keys()].map(store));
      await this.form.ended;
      return stored;
    } catch (error) {
      const reason = error instanceof ServiceError ? error : this.form.toServiceError(error);
      this.form.fail(reason);
      await Promise.all([...stored.values()].map(({ handle }) => handle.close()));
      throw reason;
    }
  }
}

interface SpooledFile {
  file: FileUpload;
  handle: FileHandle;
}

function throwDiskError(cause: unknown): never {
  throw new OutageError('disk', 'The files of the request could not be stored', { cause });
}

function fileMissing(): never {
  throw badRequest('map', 'map must name the file of the form, after both fields');
}

/** Creates a file without a name, which the system removes even if the process is killed. */
async function temporaryFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  try {
    return await open(join(folder, 'file'), 'w+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function tooLarge(): ServiceError {
  const limit = `Several files in one request must have at most ${MAX_SPOOLED_BYTES} bytes together`;
  return new ServiceError('PAYLOAD_TOO_LARGE', `${limit}: send larger ones in requests of their own`);
}

/** What a file has sent, ended only once the whole form was read: a form that breaks off later rejects its file, too. */
async function* wholeContent(content: AsyncIterable<Buffer>, form: MultipartBody): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw form.toServiceError(error);
  }
  await form.ended;
}
