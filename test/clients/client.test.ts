import { beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, type ChatEvent, createLectern, LecternError } from '../../clients/typescript/src/client.ts';
import { createItem } from '../features/content/items.ts';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service);

type Send = (request: Request) => Promise<Response>;

function clientOf(send?: Send, options: { retries?: number; maxRetrySeconds?: number } = {}) {
  return createLectern({ url: service.url, apiKey: site.key, ...options, ...(send ? { fetch: send } : {}) });
}

/** The service rejects the first requests. */
function rejecting(times: number, headers: Record<string, string>, status = 429): Send & { sent: number } {
  const send = Object.assign(
    async (request: Request) => {
      send.sent += 1;
      if (send.sent > times) return fetch(request);
      await request.text();
      return Response.json({ success: false, error: 'Later' }, { status, headers });
    },
    { sent: 0 },
  );
  return send;
}

/** The service of the tests does not know its port when it makes URLs. */
const withPort: Send = async (request) => {
  const response = await fetch(request);
  return new Response((await response.text()).replaceAll('http://127.0.0.1:0', service.url), response);
};

async function errorOf(call: Promise<unknown>): Promise<LecternError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof LecternError)) throw new Error(`not a LecternError: ${String(error)}`);
  return error;
}

beforeAll(async () => {
  const content = 'Pedals are tightened to thirty-five newton metres with a fifteen millimetre spanner.';
  await createItem(site, { title: 'Pedals', type: 'article', status: 'published', content });
  await site.indexed();
});

test('a list has typed items and a page', async () => {
  const query = { type: 'article', limit: 1 };
  const { data, pagination } = await bodyOf(clientOf().api.GET('/api/sdk/content', { params: { query } }));
  expect([data.map(({ title }) => title), pagination.total]).toEqual([['Pedals'], 1]);
});

test('a list is filtered by operators, lists of values and alternatives', async () => {
  const tagged = await service.site();
  for (const [title, tags] of Object.entries({ A: ['a'], B: ['b'], C: ['c', 'one, two'], D: ['a', 'c'] })) {
    await createItem(tagged, { title, tags, type: 'article', status: 'published' });
  }
  const { api } = createLectern({ url: service.url, apiKey: tagged.key });
  const titlesOf = async (filter: Record<string, unknown>) => {
    const query = { filter, sort: ['title'] };
    const { data } = await bodyOf(api.GET('/api/sdk/content', { params: { query } }));
    return data.map(({ title }) => title);
  };
  expect(await titlesOf({ tags: { in: ['a', 'b'] } })).toEqual(['D', 'B', 'A']);
  expect(await titlesOf({ tags: { in: ['one, two', 'b'] } })).toEqual(['C', 'B']);
  expect(await titlesOf({ tags: { in: ['one'] } })).toEqual([]);
  expect(await titlesOf({ title: { in: ['D', 'C'] } })).toEqual(['D', 'C']);
  expect(await titlesOf({ or: [{ tags: { contains: 'b' } }, { title: { startsWith: 'C' } }] })).toEqual(['C', 'B']);
  expect(await titlesOf({ not: { tags: { contains: 'a' } }, createdAt: { lt: new Date(0) } })).toEqual([]);
});

test('an error of the service is thrown, with its status and the errors of the fields', async () => {
  const { api } = clientOf();
  const unknown = await errorOf(api.GET('/api/sdk/content/{id}', { params: { path: { id: 'none' } } }));
  expect([unknown.status, unknown.message, unknown.details]).toEqual([404, 'Content not found', []]);
  const body = { type: 'article', externalId: 'e', title: '', status: 'published' } as const;
  const invalid = await errorOf(api.POST('/api/sdk/content', { body }));
  expect([invalid.status, invalid.details.map(({ field }) => field)]).toEqual([400, ['title']]);
  const keyless = createLectern({ url: service.url, apiKey: 'svc_sdk_unknown' });
  expect((await errorOf(keyless.api.GET('/api/sdk/content'))).status).toBe(401);
});

test('a preview shows drafts and unpublished items, by a key with its scope or by a preview token', async () => {
  const edited = await service.site();
  const { _id: id } = await createItem(edited, { title: 'Live', type: 'article', status: 'published' });
  const editor = createLectern({ url: service.url, apiKey: edited.key, preview: true });
  await editor.api.PUT('/api/sdk/content/{id}/draft', { params: { path: { id } }, body: { title: 'Next' } });
  const granted = await bodyOf(editor.api.POST('/api/sdk/preview-tokens', { body: { itemId: id } }));
  const titleFor = async (preview?: boolean | { token: string }) => {
    const { api } = createLectern({ url: service.url, apiKey: edited.key, ...(preview ? { preview } : {}) });
    return (await bodyOf(api.GET('/api/sdk/content/{id}', { params: { path: { id } } }))).data.title;
  };
  expect(await titleFor()).toBe('Live');
  expect(await titleFor(true)).toBe('Next');
  expect(await titleFor({ token: granted.data.token })).toBe('Next');
});

describe('a rejected request', () => {
  test.each([429, 503])('with %i is sent again', async (status) => {
    const send = rejecting(2, { 'retry-after': '0' }, status);
    const { pagination } = await bodyOf(clientOf(send).api.GET('/api/sdk/content'));
    expect([send.sent, pagination.total]).toEqual([3, 1]);
  });

  test('is sent again after the time that the service says', async () => {
    const send = rejecting(1, { 'retry-after': '1' });
    const start = performance.now();
    await clientOf(send).api.GET('/api/sdk/content');
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test('fails after as many tries as are wanted, and at once if it would have to wait too long', async () => {
    const often = rejecting(9, { 'retry-after': '0' });
    expect((await errorOf(clientOf(often, { retries: 2 }).api.GET('/api/sdk/content'))).status).toBe(429);
    const long = rejecting(9, { 'retry-after': '60' });
    expect((await errorOf(clientOf(long).api.GET('/api/sdk/content'))).message).toBe('Later');
    expect([often.sent, long.sent]).toEqual([3, 1]);
  });

  test('with another status is sent once', async () => {
    const send = rejecting(9, {}, 500);
    expect((await errorOf(clientOf(send).api.GET('/api/sdk/content'))).status).toBe(500);
    expect(send.sent).toBe(1);
  });

  test('stops waiting when it is aborted', async () => {
    const send = rejecting(9, { 'retry-after': '20' });
    const call = clientOf(send).api.GET('/api/sdk/content', { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toThrow('timeout');
    expect(send.sent).toBe(1);
  });
});

test('a POST that is repeated after a lost answer creates nothing twice', async () => {
  let lost = '';
  const send: Send = async (request) => {
    const response = await fetch(request);
    if (lost !== '') return response;
    lost = await response.text();
    return new Response('', { status: 503, headers: { 'retry-after': '0' } });
  };
  const body = { type: 'article', externalId: 'once', title: 'Once' };
  const { data } = await bodyOf(clientOf(send).api.POST('/api/sdk/content', { body }));
  expect(data._id).toBe((JSON.parse(lost) as { data: { _id: string } }).data._id);
});

describe('a chat', () => {
  test('has events with text and, at last, the answer with its citations', async () => {
    const events: ChatEvent[] = [];
    for await (const event of clientOf().chat({ message: 'How are pedals tightened?' })) events.push(event);
    const text = events.flatMap((event) => (event.event === 'text' ? [event.data.text] : [])).join('');
    const last = events.at(-1);
    if (last?.event !== 'answer') throw new Error('no answer');
    expect(text).toContain('thirty-five newton metres');
    expect(last.data.message).toMatch(/^Pedals are tightened .* \[1\]/);
    expect(last.data.citations?.[0]?.sources[0]?.title).toBe('Pedals');
  });

  test('throws the error of the service', async () => {
    const events = clientOf().chat({ message: ' ' });
    expect((await errorOf(events.next())).message).toBe('message is required');
    const unknown = clientOf().chat({ message: 'Hi', personaId: 'unknown' });
    expect((await errorOf(unknown.next())).status).toBe(404);
  });

  test('ends the request when its loop is left, or its signal aborts', async () => {
    const signals: AbortSignal[] = [];
    const send: Send = (request) => {
      signals.push(request.signal);
      return fetch(request);
    };
    for await (const event of clientOf(send).chat({ message: 'How are pedals tightened?' })) {
      expect(event.event).toBe('text');
      break;
    }
    const abort = new AbortController();
    const events = clientOf(send).chat({ message: 'How are pedals tightened?' }, { signal: abort.signal });
    await events.next();
    abort.abort(new Error('left'));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    await expect(Array.fromAsync(events)).rejects.toThrow('left');
  });
});

describe('an upload', () => {
  test('reports its progress, and the file is there', async () => {
    const content = new Blob(['A line of text.\n'.repeat(100_000)], { type: 'text/plain' });
    const progress: number[] = [];
    const file = await clientOf(withPort).upload(
      { name: 'lines.txt', content },
      { onProgress: ({ sent, total }) => progress.push(sent / total) },
    );
    expect(progress.length).toBeGreaterThan(2);
    expect([progress.at(-1), progress.toSorted((a, b) => a - b)]).toEqual([1, progress]);
    expect(await (await fetch(file.cdnUrl)).text()).toBe(await content.text());
  });

  test('of an unsupported file is an error of its first step', async () => {
    const content = new Blob(['MZ'], { type: 'application/x-msdownload' });
    const error = await errorOf(clientOf().upload({ name: 'a.exe', content }));
    expect(error.message).toBe('File type not supported');
  });
});
