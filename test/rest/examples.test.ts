import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createItem } from '../features/content/items.ts';
import { useService, useSite } from '../support/use-service.ts';
import { type Description, checkerFor } from './support/conformance.ts';

interface Operation {
  operationId: string;
  parameters: { name?: string; in?: string; example?: string }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const openapi = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Description & {
  paths: Record<string, Record<string, Operation>>;
};
const check = checkerFor(openapi);
const site = useSite(useService());

/** What only exists after a call of another kind: an upload, a file or a video that was processed, a chat. */
const NEED_MORE = new Set([
  'RateChatMessage',
  'GetAsset',
  'UpdateAsset',
  'PatchAsset',
  'DeleteAsset',
  'SubmitForm',
  'ProcessFile',
  'GetFileJob',
  'GetContentDraft',
  'PublishContentDraft',
  'DiscardContentDraft',
  'RevokePreviewToken',
]);

const ORDER = ['post', 'get', 'put', 'patch', 'delete'];
const operations = Object.entries(openapi.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: path.replace('/api/sdk', ''), method, operation })),
  )
  .toSorted((one, other) => ORDER.indexOf(one.method) - ORDER.indexOf(other.method))
  // Those of one resource come after its creation.
  .toSorted((one, other) => Number(one.path.includes('{')) - Number(other.path.includes('{')));

test(
  'each request with its examples works when it is sent, and is answered as described',
  { timeout: 60_000 },
  async () => {
    const problems: string[] = [];
    const sent: string[] = [];
    const { _id: deleted } = await createItem(site, { title: 'In the trash', type: 'article' });
    await site.call('DELETE', `/content/${deleted}`);
    for (const { path, method, operation } of operations) {
      if (NEED_MORE.has(operation.operationId)) continue;
      const url = await resolve(path, operation);
      const body = operation.requestBody?.content['application/json']?.example;
      const answer = await site.call(method.toUpperCase(), url, body);
      sent.push(operation.operationId);
      if (answer.status !== 200) problems.push(`${operation.operationId}: ${answer.status} ${answer.body.error}`);
      for (const problem of check(operation.operationId, answer.status, answer.body)) {
        problems.push(`${operation.operationId}: ${problem}`);
      }
    }
    expect(problems).toEqual([]);
    expect(sent).toHaveLength(operations.length - NEED_MORE.size);
  },
);

/** The path with its examples, or with the first entry of the list before the variable, as the reference fills it. */
async function resolve(path: string, { parameters }: Operation): Promise<string> {
  let url = path;
  for (const { name = '', in: place, example } of parameters) {
    if (place === 'path') url = url.replace(`{${name}}`, example ?? (await firstOf(url.split('/{', 1)[0] ?? '')));
  }
  return url;
}

async function firstOf(list: string): Promise<string> {
  const { data } = (await site.get<Record<string, unknown> | unknown[]>(list)).body;
  const entries = (Array.isArray(data) ? data : Object.values(data).find(Array.isArray)) as Record<string, string>[];
  const [first] = entries;
  return first?.['_id'] ?? first?.['id'] ?? first?.['jobId'] ?? 'none';
}
