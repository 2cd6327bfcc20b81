import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { ServiceError, badRequest } from '../../shared/errors.ts';
import { isMisread } from '../../shared/http/multipart-form.ts';
import { parseJson } from '../../shared/http/json-body.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/** Maximum size of each text field. */
export const MAX_FIELD_BYTES = 1024 * 1024;
export const MAX_FILES = 10;

type FieldInfo = { valueTruncated: boolean };

/**
 * The body of a multipart request on its way to the parser of graphql-upload-minimal, which is piped into it. The library listens to the first error of the parser only, and a second one would end the process; it also accepts
 * paths outside of the variables. Here every error has a listener, and the fields are checked before the library reads them.
 */
export class MultipartBody extends PassThrough {
  readonly headers: IncomingHttpHeaders;
  /** The paths that `map` names, such as `variables.file`. */
  readonly paths: string[] = [];
  /** Settles when the form was read to its end, or could not be. */
  readonly ended: Promise<void>;
  /** The first error. */
  violation: ServiceError | null = null;
  /** The parsed field of that name. */
  operations: Record<string, unknown> | null = null;
  private readonly settle: { resolve: () => void; reject: (error: ServiceError) => void };
  private hasMap = false;
  private parser: Writable | null = null;

  constructor(body: IncomingMessage) {
    super();
    this.headers = body.headers;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ended = promise;
    this.ended.catch(() => {});
    this.settle = { resolve, reject };
    this.on('error', () => {});
    // A client that disconnects must not leave a part of a file that looks like a whole one.
    body.once('close', () => {
      if (!this.writableEnded) this.destroy();
    });
    body.pipe(this);
  }

  override pipe<T extends NodeJS.WritableStream>(parser: T, options?: { end?: boolean }): T {
    this.parser = parser as unknown as Writable;
    this.parser
      .prependListener('field', (name: string, value: string, info: FieldInfo) => this.readField(name, value, info))
      .prependListener('file', () => this.assertFieldsRead())
      .once('fieldsLimit', () => this.fail(lateField()))
      .on('error', (error: Error) => (this.violation ??= this.toServiceError(error)))
      .once('close', () => this.finish());
    return super.pipe(parser, options);
  }

  /** Ends the parsing; what is left of the body is read and discarded. The first error is the one that is answered. */
  fail(error: ServiceError): void {
    this.violation ??= error;
    this.parser?.destroy(this.violation);
  }

  /** @param error what the library or its parser reports */
  toServiceError(error: unknown): ServiceError {
    if (this.violation) return this.violation;
    const isTooLarge = error instanceof Error && 'status' in error && error.status === TOO_LARGE;
    return isTooLarge ? tooManyFiles() : new ServiceError('BAD_REQUEST', 'Malformed form');
  }

  private finish(): void {
    this.assertFieldsRead();
    if (this.violation) this.settle.reject(this.violation);
    else this.settle.resolve();
  }

  private readField(name: string, value: string, { valueTruncated }: FieldInfo): void {
    try {
      if (valueTruncated) {
        throw new ServiceError('PAYLOAD_TOO_LARGE', `${name} must have at most ${MAX_FIELD_BYTES} bytes`);
      }
      if (name === 'operations') this.operations = parseField(name, value);
      if (name === 'map') this.readMap(value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.fail(error);
    }
  }

  private readMap(value: string): void {
    const operations = this.operations;
    if (!operations) throw fieldRequired('operations');
    const map = Object.values(parseField('map', value));
    if (map.length > MAX_FILES) throw tooManyFiles();
    for (const path of map.flat()) {
      if (typeof path !== 'string' || !path.startsWith('variables.') || readPath(operations, path) !== null) {
        throw badRequest('map', 'The path of the file in map must be that of a null in variables');
      }
      if (this.paths.includes(path))
        throw badRequest('map', `map must have one file for one path, and has two for ${path}`);
      this.paths.push(path);
    }
    this.hasMap = true;
  }

  private assertFieldsRead(): void {
    if (!this.operations) this.fail(fieldRequired('operations'));
    else if (!this.hasMap) this.fail(fieldRequired('map'));
  }
}

const TOO_LARGE = 413;

function tooManyFiles(): ServiceError {
  return new ServiceError('PAYLOAD_TOO_LARGE', `A request has at most ${MAX_FILES} files`);
}

function lateField(): ServiceError {
  return new ServiceError(
    'BAD_REQUEST',
    'A form has the fields operations and map; one that comes late must come before the file',
  );
}

function fieldRequired(field: 'operations' | 'map'): ServiceError {
  return badRequest(field, `${field} is required, before the file`);
}

function parseField(field: string, text: string): Record<string, unknown> {
  if (isMisread(text)) throw badRequest(field, `${field} must be UTF-8`);
  const value = parseJson(text, field);
  if (!isPlainObject(value)) throw badRequest(field, `${field} must be a JSON object`);
  return value;
}

/** @param path such as `variables.file` */
export function readPath(operations: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (hasOwn(value, name) ? value[name] : undefined), operations);
}

function hasOwn(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}
