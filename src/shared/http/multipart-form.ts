import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import busboy from 'busboy';
import { ServiceError } from '../errors.ts';
import { UploadedFile } from './uploaded-file.ts';

const LIMITS = { fieldNameSize: 100, fields: 20, files: 1, headerPairs: 50 };
const FIELD_BYTES = 64 * 1024;

interface FormOptions {
  /** Tells by its name whether the form takes a part with a file. */
  isFile: (name: string) => boolean;
  /** Maximum size of a text field. Default: 64 KiB. */
  maxFieldBytes?: number;
}

/**
 * Reads the text fields of a multipart form before the first file that is wanted, and that file as a stream. A text field
 * after it cannot be used any more: the stream then fails with 400 instead of ending.
 * @throws ServiceError 400 if it is not a form or incomplete, 413 if a text field is too long
 */
export function readForm(
  body: IncomingMessage,
  { isFile, maxFieldBytes = FIELD_BYTES }: FormOptions,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const parser = createParser(body, maxFieldBytes);
    if (!parser) return reject(malformedForm());
    let file: FileBeforeFields | null = null;
    // After an error the parser neither closes nor reads on: a file that has arrived before would wait for its end, and
    // the next request of the connection for the end of this body.
    const fail = (error: ServiceError): void => {
      reject(error);
      file?.destroy(error);
      body.unpipe(parser);
      body.resume();
    };
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    parser.on('field', (name, value, { valueTruncated }) => {
      if (file) file.addFieldName(name);
      else if (isMisread(value)) fail(new ServiceError('BAD_REQUEST', `${name} must be UTF-8`));
      else if (!valueTruncated) fields[name] = value;
      else fail(new ServiceError('PAYLOAD_TOO_LARGE', `${name} must have at most ${maxFieldBytes} bytes`));
    });
    parser.on('file', (name, content, { filename, mimeType }) => {
      if (file || !isFile(name)) {
        content.on('error', () => {});
        return void content.resume();
      }
      file = new FileBeforeFields(parser);
      content.on('error', (error) => file?.destroy(error)).pipe(file);
      resolve({ ...fields, [name]: new UploadedFile(filename ?? '', mimeType, file) });
    });
    parser.on('error', () => fail(malformedForm()));
    parser.on('close', () => resolve(fields));
    feed(body, parser);
    return undefined;
  });
}

/** The parser decodes the fields: in place of bytes that are not UTF-8 it puts U+FFFD. */
export function isMisread(value: string): boolean {
  return value.includes('\ufffd');
}

/** The content of a file. It ends when the form has ended, and fails if a text field comes after it. */
class FileBeforeFields extends PassThrough {
  private lateField: string | null = null;
  private readonly parser: busboy.Busboy;

  constructor(parser: busboy.Busboy) {
    super();
    this.parser = parser;
    // The reader of the content handles its errors; until then an error must have a listener.
    this.on('error', () => {});
  }

  addFieldName(name: string): void {
    this.lateField ??= name;
  }

  override _flush(done: (error: Error | null) => void): void {
    const late = `${this.lateField} must come before the file in the form`;
    const end = (): void => done(this.lateField === null ? null : new ServiceError('BAD_REQUEST', late));
    if (this.parser.closed) end();
    else this.parser.once('close', end);
  }
}

function malformedForm(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'Malformed form');
}

function createParser({ headers }: IncomingMessage, fieldSize: number): busboy.Busboy | undefined {
  try {
    return busboy({ headers, limits: { ...LIMITS, fieldSize }, defParamCharset: 'utf8' });
  } catch {
    return undefined;
  }
}

/**
 * Feeds the body to the parser. If the client disconnects, the file ends with an error, so that a partial file is not
 * taken for a complete one.
 */
function feed(body: Readable, parser: busboy.Busboy): void {
  body.once('close', () => {
    if (!body.readableEnded) parser.destroy(new Error('The client has disconnected'));
  });
  body.pipe(parser);
}
