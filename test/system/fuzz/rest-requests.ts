import fc from 'fast-check';
import { type JsonSchema, fromSchema } from './json-schema.ts';
import { type Body, type FuzzRequest, caller, delivery, mediaType, oddHeaders, spoiltBody } from './request.ts';
import { mostly, oddText, placeholder } from './values.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
}

interface Operation {
  operationId: string;
  parameters: readonly Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** The type whose ids the paths below a resource take. */
const TYPES: Readonly<Record<string, string>> = {
  content: 'ContentItem',
  'content-types': 'ContentType',
  personas: 'Persona',
  triggers: 'Trigger',
  'webhook-tools': 'WebhookTool',
  documents: 'KnowledgeDocument',
  folders: 'AssetFolder',
  process: 'FileProcessingJob',
  video: 'VideoJob',
  upload: 'File',
  chat: 'ChatSession',
};

/** A request to any operation of the document, each as often as the others; now and then by a method that it has not. */
export function restRequests({ paths, components }: OpenApi): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      requestOf(path, method.toUpperCase(), operation, components.schemas),
    ),
  );
  return fc.oneof(
    { weight: 60, arbitrary: fc.oneof(...operations) },
    { weight: 1, arbitrary: unknownRoute(Object.keys(paths)) },
  );
}

function requestOf(
  path: string,
  method: string,
  operation: Operation,
  shared: Readonly<Record<string, JsonSchema>>,
): fc.Arbitrary<FuzzRequest> {
  const type = typeOf(path);
  const of = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const pathValues = Object.fromEntries(of('path').map(({ name }) => [name, pathValue(type)]));
  const queryValues = Object.fromEntries(
    of('query').map(({ name, schema }) => [name, fromSchema(schema, shared, name)]),
  );
  return fc
    .record({
      path: fc.record(pathValues),
      query: fc.tuple(fc.record(queryValues, { requiredKeys: [] }), extraQuery),
      sent: bodyOf(operation, shared),
      caller,
      delivery,
      odd: oddHeaders,
    })
    .map(({ path: values, query: [known, extra], sent, odd, ...rest }) => ({
      operation: operation.operationId,
      yields: type,
      method,
      path: filled(path, values) + queryString({ ...known, ...extra }),
      headers: { ...sent.headers, ...odd },
      body: sent.body,
      ...rest,
    }));
}

function typeOf(path: string): string {
  const segments = path.split('/').filter((segment) => segment in TYPES);
  return TYPES[segments.at(-1) ?? ''] ?? 'any';
}

function pathValue(type: string): fc.Arbitrary<string> {
  const odd = fc.oneof(oddText, placeholder('any')).filter((value) => value !== '' && !/^\.{1,2}$/.test(value));
  return mostly(placeholder(type), odd) as fc.Arbitrary<string>;
}

const extraQuery: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.dictionary(oddText, oddText, { maxKeys: 2 }) },
);

interface SentBody {
  headers: Record<string, string>;
  body: Body;
}

function bodyOf({ requestBody }: Operation, shared: Readonly<Record<string, JsonSchema>>): fc.Arbitrary<SentBody> {
  const schema = requestBody?.content['application/json']?.schema;
  if (!schema) {
    return fc.oneof(
      { weight: 15, arbitrary: fc.constant<SentBody>({ headers: {}, body: { kind: 'none' } }) },
      { weight: 1, arbitrary: withType(spoiltBody, 'application/json') },
    );
  }
  const fitting = fromSchema(schema, shared).map((value): Body => ({ kind: 'json', value }));
  const json = withType(
    fc.oneof({ weight: 25, arbitrary: fitting }, { weight: 1, arbitrary: spoiltBody }),
    'application/json',
  );
  if (!requestBody?.content['multipart/form-data']) return json;
  return fc.oneof(json, withType(form, 'multipart/form-data; boundary=fuzz'));
}

function withType(body: fc.Arbitrary<Body>, type: string): fc.Arbitrary<SentBody> {
  return fc.record({ headers: mediaType(type), body });
}

const FILES = [
  'Plain text of a file.',
  '# Heading\n\nA paragraph.',
  '<p>A page</p>',
  '%PDF-1.7\nspoilt',
  '\x89PNG\r\n\x1a\n',
  'GIF89a',
  '',
];

const form: fc.Arbitrary<Body> = fc
  .array(
    fc.record({
      name: mostly(fc.constantFrom('file', 'folder', 'folderId'), oddText).map(String),
      fileName: fc.option(mostly(fc.constantFrom('a.txt', 'b.pdf', 'c.png', 'd.md'), oddText).map(String)),
      type: fc.constantFrom('', 'text/plain', 'application/pdf', 'image/png', 'application/x-msdownload'),
      content: fc.oneof(fc.constantFrom(...FILES), oddText),
    }),
    { maxLength: 4 },
  )
  .map((parts): Body => ({ kind: 'form', parts }));

function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? ''));
}

function queryString(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .map((single) => `${encoded(name)}=${encoded(typeof single === 'string' ? single : JSON.stringify(single))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Placeholders stay as they are, to be filled in later. */
function encoded(text: string): string {
  return /^\{\{\w+:\d+\}\}$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

function unknownRoute(paths: readonly string[]): fc.Arbitrary<FuzzRequest> {
  const path = fc.oneof(
    fc.constantFrom(...paths),
    oddText.map((text) => `/${encoded(text)}`),
    fc.constantFrom(
      '/api/sdk',
      '/api/sdk/',
      '/api/sdk//content',
      '/api/sdk/content/',
      '/internal/jobs/x',
      '/outbox',
      '/%',
      '/a%2e%2e/b',
    ),
  );
  return fc.record({
    operation: fc.constant(null),
    yields: fc.constant('any'),
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'),
    path,
    caller,
    headers: oddHeaders,
    body: fc.constant<Body>({ kind: 'none' }),
    delivery,
  });
}
