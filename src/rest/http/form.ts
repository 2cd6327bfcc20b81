import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import busboy from 'busboy';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import { UploadedFile } from '../../shared/uploaded-file.ts';

export const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** Routes with this constraint accept multipart forms: a path can have one of them in addition to the one for JSON. */
export const BODY_FORM = 'bodyForm';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type RouteHandler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>;

export const byBodyForm: Strategy = {
  name: BODY_FORM,
  storage: () => {
    const handlers = new Map<unknown, RouteHandler>();
    return {
      get: (form) => handlers.get(form) ?? null,
      set: (form, handler) => void handlers.set(form, handler),
    };
  },
  deriveConstraint: ({ headers }) => (FORM_TYPE.test(headers['content-type'] ?? '') ? 'multipart' : undefined),
  // A form sent to a route without form support gets the error of that route.
  mustMatchWhenDerived: false,
};

const LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, headerPairs: 50 };

/**
 * Reads the text fields before the first file with one of these names, and that file as a stream. A text field after it
 * cannot be used any more: the stream then fails with 400 instead of ending.
 * @throws ServiceError 400 if it is not a form or incomplete
 */
export function readForm(body: IncomingMessage, fileNames: readonly string[]): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    let file: FileBeforeFields | null = null;
    // After an error the parser neither closes nor reads on, and a file that has arrived before would wait for its end.
    const rejectForm = (): void => {
      const malformed = new ServiceError('BAD_REQUEST', 'Malformed form');
      reject(malformed);
      file?.destroy(malformed);
    };
    const parser = parserFor(body);
    if (!parser) return rejectForm();
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    parser.on('field', (name, value) => {
      if (file) file.fieldAfter(name);
      else fields[name] = value;
    });
    parser.on('file', (name, content, { filename, mimeType }) => {
      if (file || !fileNames.includes(name)) {
        content.on('error', () => {});
        return void content.resume();
      }
      file = new FileBeforeFields(parser);
      content.on('error', (error) => file?.destroy(error)).pipe(file);
      resolve({ ...fields, [name]: new UploadedFile(filename ?? '', mimeType, file) });
    });
    parser.on('error', rejectForm);
    parser.on('close', () => resolve(fields));
    feed(body, parser);
    return undefined;
  });
}

/** The content of a file. It ends when the form has ended, and fails if a text field comes after it. */
class FileBeforeFields extends Transform {
  private lateField: string | null = null;
  private readonly parser: busboy.Busboy;

  constructor(parser: busboy.Busboy) {
    super();
    this.parser = parser;
    // The reader of the content handles its errors; until then an error must have a listener.
    this.on('error', () => {});
  }

  fieldAfter(name: string): void {
    this.lateField ??= name;
  }

  override _transform(part: Buffer, _encoding: string, done: (error: null, part: Buffer) => void): void {
    done(null, part);
  }

  override _flush(done: (error: Error | null) => void): void {
    const end = (): void => done(this.lateField === null ? null : comesTooLate(this.lateField));
    if (this.parser.closed) end();
    else this.parser.once('close', end);
  }
}

function comesTooLate(field: string): ServiceError {
  return new ServiceError('BAD_REQUEST', `${field} must come before the file in the form`);
}

function parserFor({ headers }: IncomingMessage): busboy.Busboy | undefined {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    return undefined;
  }
}

/** If the client disconnects, the file ends with an error, so that a partial file is not taken for a complete one. */
function feed(body: Readable, parser: busboy.Busboy): void {
  body.once('close', () => {
    if (!body.readableEnded) parser.destroy(new Error('The client has disconnected'));
  });
  body.pipe(parser);
}
