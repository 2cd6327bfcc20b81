import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from '../../shared/errors.ts';
import { UploadedFile } from '../../shared/uploaded-file.ts';

export const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** Routes with this constraint are for multipart forms: a path can have one of them beside the one for JSON. */
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
  // A form for a route that takes none gets that route's own refusal.
  mustMatchWhenDerived: false,
};

const LIMITS = { fieldNameSize: 100, fieldSize: 64 * 1024, fields: 20, files: 1, headerPairs: 50 };

/**
 * The text fields up to the first file of one of these names, and that file, whose content is still on its way.
 * @throws ServiceError 400 when it is no form, or broken off.
 */
export function readForm(body: IncomingMessage, fileNames: readonly string[]): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const refuse = (): void => reject(new ServiceError('BAD_REQUEST', 'Malformed form'));
    const parser = parserFor(body);
    if (!parser) return refuse();
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    parser.on('field', (name, value) => void (fields[name] = value));
    parser.on('file', (name, content, { filename, mimeType }) => {
      // Its end is heard of by who reads the content; until then an error must not be one that nobody listens to.
      content.on('error', () => {});
      if (!fileNames.includes(name)) return void content.resume();
      resolve({ ...fields, [name]: new UploadedFile(filename ?? '', mimeType, content) });
    });
    parser.on('error', refuse);
    parser.on('close', () => resolve(fields));
    feed(body, parser);
    return undefined;
  });
}

function parserFor({ headers }: IncomingMessage): busboy.Busboy | undefined {
  try {
    return busboy({ headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch {
    return undefined;
  }
}

/** A sender that goes away ends the file with an error, so that half a file is never taken for a whole one. */
function feed(body: Readable, parser: busboy.Busboy): void {
  body.once('close', () => {
    if (!body.readableEnded) parser.destroy(new Error('The sender has gone'));
  });
  body.pipe(parser);
}
