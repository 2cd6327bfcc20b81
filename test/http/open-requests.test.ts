import { beforeAll, describe, expect, test } from 'vitest';
import { signedInMember } from '../support/member.ts';
import type { TestSite } from '../support/site.ts';
import { ADMIN_KEY } from '../support/service.ts';
import { useSiteForEach } from '../support/use-service.ts';
import { script, useAgent } from '../features/agent/agent-service.ts';
import { processFile } from '../features/file/processing.ts';
import { upload } from '../features/asset/uploading.ts';

const { service, cohere } = useAgent();
const site = useSiteForEach(service);

beforeAll(async () => {
  // A job that is followed does not end meanwhile, nor does a chat.
  await service.stopFileJobs();
  script(cohere, { talk: () => new Promise(() => {}) });
});

type Headers = Record<string, string>;

/** Everything that a request answers until it ends. */
async function answerOf(path: string, headers: Headers, body?: object): Promise<string> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'text/event-stream', ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.text();
}

const CHAT = 'subscription ($input: ChatInput!) { chatStream(input: $input) { __typename } }';
const JOB = 'subscription ($id: ID!) { fileProcessingJobChanged(id: $id) { state } }';
const INPUT = { message: 'How is a brake adjusted?' };
const JSON_ONLY = { accept: 'application/json' };

const feed = (headers: Headers) => answerOf('/api/sdk/content/changes', headers);

async function jobSubscription(headers: Headers): Promise<string> {
  const file = await processFile(site, await upload(site, 'a.html', '<p>Levers</p>'), 'a.html');
  return answerOf('/graphql/stream', headers, { query: JOB, variables: { id: file.body.data.jobId } });
}

/** Requests that go on for minutes. */
const REQUESTS: Record<string, (headers: Headers) => Promise<string>> = {
  'a change feed': feed,
  'a call that waits for changes': async (headers) => {
    const { body } = await site.get<unknown>('/content/changes');
    return answerOf(`/api/sdk/content/changes?wait=25&since=${String(body['cursor'])}`, { ...headers, ...JSON_ONLY });
  },
  'a subscription to a job': jobSubscription,
  'a chat': (headers) => answerOf('/api/sdk/agent/chat', { ...headers, ...JSON_ONLY }, INPUT),
  'a chat by events': (headers) => answerOf('/api/sdk/agent/chat', headers, INPUT),
  'a subscription to a chat': (headers) =>
    answerOf('/graphql/stream', headers, { query: CHAT, variables: { input: INPUT } }),
};

/** Resolves when a request with the new key was admitted. */
function admitted(keyId: string): Promise<void> {
  const used = 'select 1 from api_key where id = $1 and last_used_at is not null';
  return expect.poll(() => service.app.database.system.rows(used, [keyId])).toHaveLength(1);
}

async function newKey(of: TestSite = site) {
  const { id, secret } = await service.key(of.id);
  return { id, headers: { 'x-svc-api-key': secret } };
}

const change = (sql: string, ...values: unknown[]) => service.app.database.system.change(sql, values);

describe('a key that another instance has revoked', () => {
  test.each(Object.entries(REQUESTS))('ends %s with an error', async (_, request) => {
    const key = await newKey();
    const answer = request(key.headers);
    await admitted(key.id);
    await change('update api_key set revoked_at = now() where id = $1', key.id);
    expect(await answer).toContain('Invalid API key');
  });
});

const ROLE = 'mutation ($id: ID!) { updateMember(id: $id, role: viewer) { id } }';
const REMOVE = 'mutation ($id: ID!) { removeMember(id: $id) { id } }';

describe('a stream with a key ends when', () => {
  test.each([
    ['it is revoked', 'mutation ($id: ID!) { revokeApiKey(id: $id) { id } }'],
    ['it has another secret', 'mutation ($id: ID!) { rotateApiKey(id: $id, input: { graceSeconds: 0 }) { id } }'],
    ['its site is deleted', 'mutation ($site: ID!) { deleteSite(id: $site) { id } }'],
  ])('%s', async (_, mutation) => {
    const key = await newKey();
    const answer = feed(key.headers);
    await admitted(key.id);
    await service.admin(mutation, { id: key.id, site: site.id });
    expect(await answer).toContain('Invalid API key');
  });

  test('it loses a scope', async () => {
    const key = await newKey();
    const answer = feed(key.headers);
    await admitted(key.id);
    await change(`update api_key set scopes = '{read}' where id = $1`, key.id);
    expect(await answer).toContain('The rights of the caller have changed');
  });

  test('the one that made its preview token is revoked', async () => {
    const [key, maker] = [await newKey(), await newKey()];
    const mutation = 'mutation { createPreviewToken { token } }';
    const made = await service.graphql<{ createPreviewToken: { token: string } }>(mutation, {}, maker.headers);
    const answer = feed({ ...key.headers, 'x-svc-preview-token': made.data!.createPreviewToken.token });
    await admitted(key.id);
    await change('update api_key set revoked_at = now() where id = $1', maker.id);
    expect(await answer).toContain('Preview token is invalid or has expired');
  });
});

describe('a stream of a signed-in user ends when', () => {
  test.each([
    ['the session ends', 'The session has ended', null],
    ['the user is removed', 'The session has ended, or its user is no longer a member of the site', REMOVE],
    ['the role changes', 'The rights of the caller have changed', ROLE],
  ])('%s', async (_, error, mutation) => {
    const { browser, id } = await signedInMember(service, site.id, 'editor');
    const headers = { cookie: browser.cookie, origin: service.url, 'x-lectern-site': site.id };
    const file = await processFile(site, await upload(site, 'a.html', '<p>Levers</p>'), 'a.html');
    const response = await fetch(`${service.url}/graphql/stream`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: JOB, variables: { id: file.body.data.jobId } }),
    });
    // Its first event has come: it is open.
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('queued')) text += (await reader.read()).value;
    if (mutation) await service.graphql(mutation, { id }, { 'x-svc-admin-key': ADMIN_KEY, 'x-svc-api-key': site.key });
    else await browser.auth('POST', '/sign-out');
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    expect(text).toContain(error);
    expect(text.trimEnd().split('\n').at(-2)).toBe('event: complete');
  });
});

test('streams of others go on', async () => {
  const [key, other] = [await newKey(), await newKey()];
  const stop = new AbortController();
  const response = await fetch(`${service.url}/api/sdk/content/changes`, {
    headers: { ...key.headers, accept: 'text/event-stream' },
    signal: stop.signal,
  });
  const ended = feed(other.headers);
  await admitted(other.id);
  await change('update api_key set revoked_at = now() where id = $1', other.id);
  expect(await ended).toContain('Invalid API key');
  await site.create('/content', { externalId: '1', type: 'article', title: 'Still here' });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('created')) text += (await reader.read()).value;
  expect(text).not.toContain('error');
  stop.abort();
});
