import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { DOCUMENTS } from '../../src/demo/demo-content.ts';
import { type Answers, type Examples, resolveReferences } from '../../src/rest/openapi/examples.ts';
import { picture } from '../features/asset/sample-files.ts';
import { type Grant, here, put, upload } from '../features/asset/uploading.ts';
import { createItem } from '../features/content/items.ts';
import { ended } from '../features/file/processing.ts';
import { useForms } from '../features/form/form-service.ts';
import { use } from '../support/use.ts';
import { type Description, checkerFor } from './support/conformance.ts';
import { StableValues } from './support/stable-values.ts';

interface Operation {
  operationId: string;
  parameters: { name?: string; in?: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

interface Media {
  schema?: { properties?: Record<string, { format?: string }> };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  encoding?: Record<string, { headers: Record<string, { example: string }> }>;
}

const FORM = 'multipart/form-data';

/** Operations that take a form, by the one of the same route that takes JSON. */
const FORM_OF: Readonly<Record<string, string>> = { CreateUploadGrant: 'UploadAsset' };

/** `npm run examples` writes the answers. */
const RECORD = process.env['EXAMPLES'] === 'record';

const openapi = read<Description & { paths: Record<string, Record<string, Operation>> }>('schema/openapi.json');
const examples = read<Examples>('rest/examples.json');
const check = checkerFor(openapi);
const forms = useForms();
const site = use(() => forms.site({ recipients: ['workshop@example.org'] }));

const ORDER = ['post', 'get', 'put', 'patch', 'delete'];
const operations = Object.entries(openapi.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: path.replace('/api/sdk', ''), method, operation })),
  )
  .toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method))
  // Those of one resource come after its creation.
  .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));

/** By operation and media type, as the service has given them. */
const answers: Record<string, Record<string, unknown>> = {};
const problems: string[] = [];

/** What is done before an operation by requests that have no JSON, or by another operation that comes later. */
const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  ProcessFile: async () => {
    const { uploadUrl } = dataOf<Grant>('CreateUploadGrant');
    return put(here(site, uploadUrl), 'text/markdown', '# Pedals\n\nThe left pedal has a left-hand thread.\n');
  },
  GetFileJob: () => ended(site, dataOf<{ jobId: string }>('ProcessFile').jobId),
  PublishContentDraft: saveDraft,
  GetContentDraft: saveDraft,
  DiscardContentDraft: saveDraft,
  ListContentChanges: changesAreComplete,
};

/** Cursor of the changes before any. */
let beginning = '';

beforeAll(async () => {
  beginning = String((await site.get('/content/changes')).body['cursor']);
  await forms.service.stopVideoJobs();
  for (const document of DOCUMENTS) await site.create('/knowledge/documents', document);
  await upload(site, 'bicycle.png', await picture('png'));
  const { _id } = await createItem(site, { externalId: 'trashed-1', title: 'In the trash', type: 'article' });
  await site.delete(`/content/${_id}`);
  for (const { path, method, operation } of operations) await send(path, method, operation);
  for (const { path, method, operation } of operations) await sendForm(path, method, operation);
}, 60_000);

/** Other jobs than those of the index and of files wait: for an upload, for a date, and that of the video until the end. */
async function indexed(): Promise<void> {
  const scope = forms.service.app.database.forSite(site.id, 'background');
  const sql = `select 1 from job where (kind like 'index-%' or kind = 'process-file')
    and status in ('queued', 'running') limit 1`;
  while ((await scope.rows(sql)).length > 0) await delay(10);
}

/** The feed holds back what transactions of other sites that are still open might precede. */
async function changesAreComplete(): Promise<void> {
  const scope = forms.service.app.database.forSite(site.id, 'background');
  const [now] = await scope.rows<{ next: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as next', []);
  const open = 'select 1 where pg_snapshot_xmin(pg_current_snapshot())::text::bigint < $1::bigint';
  while ((await scope.rows(open, [now?.next])).length > 0) await delay(10);
}

async function saveDraft(): Promise<unknown> {
  return site.put(`/content/${await firstOf('/content')}/draft`, examples['SaveContentDraft']?.body);
}

async function send(path: string, method: string, { operationId, parameters, responses }: Operation): Promise<void> {
  await BEFORE[operationId]?.();
  await indexed();
  const example = resolveReferences(examples[operationId] ?? {}, answers);
  let url = path;
  for (const { name = '', in: place } of parameters) {
    if (place !== 'path') continue;
    // As the reference page fills it: with the first entry of the list before the variable.
    const value = example.path?.[name] ?? (await firstOf(url.split('/{', 1)[0] ?? ''));
    url = url.replace(`{${name}}`, value);
  }
  const { status, body } = await site.call(method.toUpperCase(), url, example.body);
  answers[operationId] = { 'application/json': body };
  if (status !== 200) problems.push(`${operationId}: ${status} ${body.error}`);
  problems.push(...check(operationId, status, body).map((problem) => `${operationId}: ${problem}`));
  if (!responses['200']?.content?.['text/event-stream']) return;
  answers[operationId]['text/event-stream'] = await events(method.toUpperCase(), url, example.body);
}

/** As the description has it, which names the files as well. */
async function sendForm(path: string, method: string, { operationId, requestBody }: Operation): Promise<void> {
  const { example, encoding = {}, schema } = requestBody?.content[FORM] ?? {};
  if (example === undefined) return;
  const form = new FormData();
  for (const [field, text] of Object.entries(example as Record<string, string>)) {
    const { headers } = encoding[field] ?? {};
    const [, filename] = /filename="(.+)"/.exec(headers?.['Content-Disposition']?.example ?? '') ?? [];
    const isFile = schema?.properties?.[field]?.format === 'binary';
    if (isFile) form.append(field, new Blob([text]), filename);
    else form.append(field, text);
  }
  const response = await fetch(`${site.service.url}/api/sdk${path}`, {
    method,
    headers: { 'x-svc-api-key': site.key },
    body: form,
  });
  const body = (await response.json()) as Record<string, unknown>;
  const name = FORM_OF[operationId] ?? operationId;
  answers[name] = { 'application/json': body };
  if (response.status !== 200) problems.push(`${name}: ${response.status} ${JSON.stringify(body)}`);
  problems.push(...check(operationId, response.status, body).map((problem) => `${name}: ${problem}`));
}

function withoutExample(content: Record<string, Media> = {}): string[] {
  return Object.keys(content).filter(
    (type) => content[type]?.example === undefined && content[type]?.examples === undefined,
  );
}

/** Of a stream that stays open, the first event since the beginning. */
async function events(method: string, url: string, body: unknown): Promise<string> {
  const response = await fetch(`${site.service.url}/api/sdk${url}`, {
    method,
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'x-svc-api-key': site.key,
      'last-event-id': beginning,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += Buffer.from(bytes as Uint8Array).toString();
    if (method === 'GET' && text.includes('\n\n')) break;
  }
  return text;
}

async function firstOf(list: string): Promise<string> {
  const { data } = (await site.get<Record<string, unknown> | unknown[]>(list)).body;
  const entries = (Array.isArray(data) ? data : Object.values(data).find(Array.isArray)) as Record<string, string>[];
  const [first] = entries;
  return first?.['_id'] ?? first?.['id'] ?? first?.['jobId'] ?? 'none';
}

function dataOf<T>(operation: string): T {
  const answer = answers[operation]?.['application/json'] as { data: T } | undefined;
  if (!answer) throw new Error(`${operation} has not been sent`);
  return answer.data;
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

test('each request with its examples works when it is sent, and is answered as described', () => {
  expect(problems).toEqual([]);
  const forms = operations.filter(({ operation }) => operation.requestBody?.content[FORM]);
  expect(Object.keys(answers)).toHaveLength(operations.length + forms.length);
});

test('each request with a body has an example, and each answer of a success', () => {
  const missing = operations.flatMap(({ operation: { operationId, requestBody, responses } }) => [
    ...withoutExample(requestBody?.content).map((type) => `request of ${operationId}: ${type}`),
    ...withoutExample(responses['200']?.content).map((type) => `answer of ${operationId}: ${type}`),
  ]);
  if (!RECORD) expect(missing).toEqual([]);
});

test('the answers are those that the service gives', () => {
  const stable = new StableValues();
  const given = Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, stable.of(answer)]));
  if (RECORD) writeFileSync('rest/answers.json', JSON.stringify(given));
  expect(given, 'rest/answers.json is stale: run `npm run examples`').toEqual(read<Answers>('rest/answers.json'));
});
