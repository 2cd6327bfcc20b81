import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { RestAnswer } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { type Bases, type Probe, ProbeMaker, type Schema } from './support/bounds-probes.ts';

interface Operation {
  operationId: string;
  parameters: ({ name: string; in: string; schema: Schema } | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }>; 'x-maxBodyBytes': number };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const openapi = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Document;

const WEBHOOK_TOOL = {
  name: 'bounds',
  description: 'Bounds',
  inputSchema: { type: 'object' },
  endpoint: 'https://example.org/',
  method: 'GET',
};

/** Valid values of inputs whose properties depend on each other. */
const BASES: Bases = {
  AddVideoInput: () => ({ videoUrl: 'https://video.invalid/bounds.mp4' }),
  ClientActionInput: () => ({ type: 'custom', payload: {} }),
  ContentChange: () => ({ id: ids['content'], changes: {} }),
  CreateContentInput: () => ({ type: 'bounds', externalId: 'bounds', title: 'Bounds' }),
  CreateWebhookToolInput: () => WEBHOOK_TOOL,
  CreateUploadGrantInput: () => ({ filename: 'a.txt', contentType: 'text/plain' }),
  FieldDefinitionInput: (index) => ({ name: `bounds${index}`, type: 'text' }),
  PutContentInput: () => ({ type: 'bounds', title: 'Bounds' }),
  ProcessFileInput: () => ({ fileKey: 'x', fileName: 'a.txt' }),
  SubmitFormInput: () => ({ fields: { x: 'x' } }),
};

/**
 * Limits that JSON Schema cannot state, as they depend on other values or on the whole. By `<component or operation>.<path>`
 * and, where only one keyword is meant, ` <keyword>`.
 */
const EXCEPTIONS: Record<string, string> = {
  'AddVideoInput.videoUrl': 'must be a URL that can be called',
  'AddVideoInput.videoId': 'must be the id of an uploaded file',
  'ChatInput.preferences x-maxJsonBytes': 'its entries have a form of their own, which free text does not have',
  'ChatInput.context x-maxJsonBytes': 'its longest text exceeds the limit of that property first',
  'ChatInput.context.relevantContent[0] maxLength': 'the whole is too long first',
  'CreateContentInput.type': 'must be the slug of a content type of the site',
  'CreateContentInput.collectionId': 'must be the id of a collection of the site',
  'CreateContentInput.translationOf': 'must be the id or externalId of an item of the site',
  'CreatePreviewTokenInput.itemId': 'must be the id of an item of the site',
  'CreateContentsInput.items[0].type': 'must be the slug of a content type of the site',
  'CreateContentsInput.items[0].collectionId': 'must be the id of a collection of the site',
  'CreateContentsInput.items[0].translationOf': 'must be the id or externalId of an item of the site',
  'CreateContentsInput.items[0].customFields maxProperties': 'its JSON is too long first',
  'UpdateContentsInput.items[0].changes.collectionId': 'must be the id of a collection of the site',
  'UpdateContentsInput.items[0].changes.translationOf': 'must be the id or externalId of an item of the site',
  'UpdateContentsInput.items[0].changes.customFields maxProperties': 'its JSON is too long first',
  'UpdateContentsInput.items[0].id': 'must be the id of an item of the site',
  'UpdateContentsInput.items[0].externalId': 'must be that of an item of the site',
  'UpdateContentInput.collectionId': 'must be the id of a collection of the site',
  'UpdateContentInput.translationOf': 'must be the id or externalId of an item of the site',
  'PutContentInput.externalId': 'must be the one of the path',
  'PutContentInput.type': 'must be the slug of a content type of the site, and that of the item',
  'PutContentInput.collectionId': 'must be the id of a collection of the site',
  'PutContentInput.translationOf': 'must be the id or externalId of an item of the site',
  'ListContent.filter': 'stands for parameters with brackets, each of which has a form of its own',
  'ListContent.after': 'must be the cursor of a page',
  'ListContentChanges.since': 'must be a cursor of the feed',
  'ListContentChanges.wait minimum': 'arguments state their bounds in their descriptions',
  'ListContentChanges.limit minimum': 'arguments state their bounds in their descriptions',
  'ListContent.fullText maxLength': 'arguments state their bounds in their descriptions',
  'ListAssets.after': 'must be the cursor of a page',
  'CreateContentTypeInput.fields[0].validation': 'what a rule takes depends on the type of its field',
  'UpdateContentTypeInput.fields[0].validation': 'what a rule takes depends on the type of its field',
};

const maker = new ProbeMaker(openapi.components.schemas, BASES);
const AT_ONCE = 6;

const service = useOwnService();
const site = useSite(service);
const ids: Record<string, string> = {};

beforeAll(async () => {
  // The texts of the greatest length need not be indexed.
  await service.stopJobs();
  await site.create('/content-types', { name: 'Bounds', slug: 'bounds' });
  ids['content-types'] = 'bounds';
  const content = await site.create('/content', { type: 'bounds', externalId: 'b1', title: 'Bounds' });
  ids['content'] = content._id;
  for (const [name, path, body] of [
    ['personas', '/personas', { name: 'Bounds', systemPrompt: 'Bounds' }],
    ['triggers', '/triggers', { type: 'keyword', trigger: { value: 'bounds' } }],
    ['webhook-tools', '/webhook-tools', { ...WEBHOOK_TOOL, name: 'first' }],
    ['assets', '/assets/folders', { name: 'Bounds', slug: 'bounds' }],
    ['knowledge', '/knowledge/documents', { title: 'Bounds', content: 'Bounds' }],
  ] as const) {
    const created = await site.create<{ _id?: string; id?: string }>(path, body);
    ids[name] = created._id ?? created.id ?? '';
  }
}, 120_000);

const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path: path.replace('/api/sdk', ''), method, operation })),
);

describe('bounds of the request body that OpenAPI states are those that are enforced', () => {
  for (const { path, method, operation } of operations) {
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (!schema) continue;
    const name = String(schema['$ref']).replace('#/components/schemas/', '');
    test(operation.operationId, { timeout: 120_000 }, async () => {
      const base = maker.minimal(schema) as object;
      const probes = maker.of(schema, '').filter((probe) => !isException(name, probe));
      const limit = operation.requestBody?.['x-maxBodyBytes'] ?? 0;
      const wrong = await inTurn(probes, async (probe) => {
        const body = JSON.stringify(withValue(base, probe, schema));
        // What is too large as a whole is never looked into.
        if (Buffer.byteLength(body) > limit) return undefined;
        return violation(probe, await send(method, path, body));
      });
      expect(wrong).toEqual([]);
      const padded = (bytes: number) => send(method, path, JSON.stringify(base).padEnd(bytes, ' '));
      expect((await padded(limit)).status).not.toBe(413);
      expect((await padded(limit + 1)).status).toBe(413);
    });
  }
});

describe('bounds of the parameters that OpenAPI states are those that are enforced', () => {
  for (const { path, method, operation } of operations) {
    const parameters = operation.parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []));
    const queries = parameters.filter((parameter) => parameter.in === 'query');
    if (queries.length === 0) continue;
    test(operation.operationId, { timeout: 120_000 }, async () => {
      const probes = queries
        .flatMap((parameter) => maker.of(parameter.schema, parameter.name, 'x'.repeat(4_000)))
        .filter((probe) => isText(probe) && !isException(operation.operationId, probe));
      const wrong = await inTurn(probes, async (probe) => {
        const query = new URLSearchParams({ [probe.path]: String(probe.value) });
        return violation(probe, await site.call(method.toUpperCase(), `${pathOf(path)}?${query.toString()}`));
      });
      expect(wrong).toEqual([]);
    });
  }
});

test('every exception is of a property that exists', () => {
  const known = new Set(Object.keys(openapi.components.schemas));
  for (const { operation } of operations) known.add(operation.operationId);
  expect(Object.keys(EXCEPTIONS).filter((key) => !known.has(key.split('.', 1)[0] ?? ''))).toEqual([]);
});

function isException(name: string, { path, keyword }: Probe): boolean {
  const key = `${name}.${path}`;
  const isBelow = Object.keys(EXCEPTIONS).some((exception) => key.startsWith(`${exception}.`));
  return isBelow || key in EXCEPTIONS || `${key} ${keyword}` in EXCEPTIONS;
}

/** A query holds texts only. */
function isText({ value, keyword }: Probe): boolean {
  return keyword !== 'null' && (typeof value !== 'object' || value === null);
}

/** What is wrong with the answer to a probe, as one line; undefined when it is as the document says. */
function violation({ path, keyword, expect: expected }: Probe, { status, body }: RestAnswer): string | undefined {
  // The envelope of some operations has the text of the first error alone, which begins with its path.
  const named = body.details?.map(({ field }) => field) ?? [String(body.error).split(' ', 1)[0] ?? ''];
  const text = `${path} ${keyword} should be ${expected}: ${status} ${JSON.stringify(body.details ?? body.error)}`;
  if (status >= 500) return text.slice(0, 300);
  const isNamed = named.some((field) => field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`));
  if (expected === 'rejected') return status === 400 && isNamed ? undefined : text.slice(0, 300);
  // A value that is taken is within its bounds.
  return isNamed && status !== 409 ? text.slice(0, 300) : undefined;
}

async function send(method: string, path: string, body: string): Promise<RestAnswer> {
  const response = await fetch(`${service.url}/api/sdk${pathOf(path)}`, {
    // Only some of the names are converted by fetch itself.
    method: method.toUpperCase(),
    headers: { 'x-svc-api-key': site.key, 'content-type': 'application/json' },
    body,
  });
  const answer = (await response.json()) as RestAnswer['body'];
  const item = method === 'put' ? 'items[0].changes' : 'items[0]';
  return ofOnlyItem({ status: response.status, headers: response.headers, body: answer }, item);
}

/** Of a batch, the outcome of its only item, as an answer to the request. */
function ofOnlyItem(answer: RestAnswer, path: string): RestAnswer {
  const [outcome] = Array.isArray(answer.body.data) ? (answer.body.data as { error?: BatchError | null }[]) : [];
  if (!outcome?.error) return answer;
  const { code, message, details } = outcome.error;
  const fields = details?.map(({ field, ...rest }) => ({ field: `${path}.${field}`, ...rest }));
  const body = { success: false, data: {}, error: `${path}.${message}`, ...(fields ? { details: fields } : {}) };
  return { ...answer, status: code === 'CONFLICT' ? 409 : 400, body };
}

interface BatchError {
  code: string;
  message: string;
  details?: { field: string; message: string }[];
}

function pathOf(path: string): string {
  const [, first = ''] = path.split('/');
  return path.replace(/\{\w+\}/, ids[first] ?? 'none');
}

/** The base with the value of the probe; objects and lists on the way to it are small valid ones. */
function withValue(base: object, { path, value }: Probe, schema: Schema): object {
  const body = structuredClone(base) as Record<string, unknown>;
  const steps = path.split(/\.|(?=\[)/).map((step) => (step === '[0]' ? 0 : step));
  let holder = body as Record<string | number, unknown>;
  let own: Schema = schema;
  for (const [index, step] of steps.entries()) {
    own = maker.below(own, step);
    if (index === steps.length - 1) {
      if (value === undefined) delete holder[step];
      else holder[step] = value;
    } else {
      const isList = steps[index + 1] === 0;
      holder[step] ??= isList ? [] : structuredClone(maker.minimal(own));
      holder = holder[step] as typeof holder;
    }
  }
  return body;
}

/** The results of all, a few at a time, without those that are undefined. */
async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R | undefined>): Promise<R[]> {
  const results: R[] = [];
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      const result = await run(item);
      if (result !== undefined) results.push(result);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
