import { describe, expect, test } from 'vitest';
import { call } from './support/call.ts';
import { useRest } from './support/service.ts';

const rest = useRest();

/** The arguments that the list's resolver was given. */
async function listArguments(query: string): Promise<unknown> {
  const { body } = await call(rest.server, `GET /personas?${query}`);
  return (body['data'] as { settings: unknown }[] | undefined)?.[0]?.settings ?? body;
}

async function echo(body: unknown): Promise<Record<string, unknown>> {
  const answer = await call(rest.server, 'PUT /personas/p1', { body });
  return (answer.body['data'] as { input: Record<string, unknown> } | undefined)?.input ?? answer.body;
}

async function refusal(route: string, body?: unknown): Promise<unknown> {
  const answer = await call(rest.server, route, body === undefined ? {} : { body });
  return [answer.status, answer.body['error']];
}

describe('query parameters', () => {
  test('are given to the resolver with the types of the operation', async () => {
    expect(await listArguments('limit=7&appType=video-training&minRating=.5&since=2026-01-01T00:00:00Z')).toEqual({
      limit: 7,
      filter: { appType: 'video-training', minRating: 0.5, since: '2026-01-01T00:00:00Z' },
    });
  });

  test('that are not given leave the default', async () => {
    expect(await listArguments('')).toMatchObject({ limit: 50 });
  });

  test('of a list take repeats and commas', async () => {
    expect(await listArguments('tags=a,b&tags=%20c%20,&appTypes=general,product-catalog')).toMatchObject({
      filter: { tags: ['a', 'b', 'c'], appTypes: ['general', 'product-catalog'] },
    });
  });

  test('that the operation does not know are ignored', async () => {
    expect(await listArguments('utm=1&__proto__=x&limit[]=3')).toMatchObject({ limit: 50 });
  });

  test.each(['99999999999', '2147483648'])('that are integers above 32 bits (%s) stay large', async (limit) => {
    expect(await listArguments(`limit=${limit}`)).toMatchObject({ limit: 2 ** 31 - 1 });
  });

  test.each([
    ['summary=true', 200],
    ['summary=1', 200],
    ['summary=0', 200],
    ['summary=yes', 400],
    ['summary=TRUE', 400],
    ['summary=', 400],
  ])('?%s answers %i', async (query, status) => {
    expect((await call(rest.server, `GET /personas?${query}`)).status).toBe(status);
  });

  test.each([
    ['limit=x', 'limit must be an integer'],
    ['limit=1.5', 'limit must be an integer'],
    ['limit=', 'limit must be an integer'],
    ['limit=1&limit=2', 'limit must be given only once'],
    ['minRating=NaN', 'minRating must be a number'],
    ['minRating=1e999', 'minRating must be a number'],
    ['summary=maybe', 'summary must be true or false'],
    ['appType=video_training', 'appType must be "general", "video-training" or "product-catalog"'],
    ['appTypes=general,none', 'appTypes[1] must be "general", "video-training" or "product-catalog"'],
    ['since=yesterday', 'since must be an ISO 8601 date and time'],
  ])('?%s is rejected: %s', async (query, error) => {
    expect(await refusal(`GET /personas?${query}`)).toEqual([400, error]);
  });
});

describe('a body', () => {
  test('is given to the resolver with enum values in REST spelling, and defaults', async () => {
    expect(
      await echo({ name: 'Bo', voice: { tone: 'product-catalog', inner: { tone: 'general', speed: 2 } } }),
    ).toEqual({
      name: 'Bo',
      appType: 'video-training',
      voice: { tone: 'product-catalog', speed: 1, inner: { tone: 'general', speed: 2 } },
    });
  });

  test('keeps an explicit null apart from an absent field', async () => {
    expect(await echo({ name: 'Bo', tags: null, rating: null })).toEqual({
      name: 'Bo',
      appType: 'video-training',
      tags: null,
      rating: null,
    });
  });

  test('may have fields that the input does not know, at every depth', async () => {
    expect(await echo({ name: 'Bo', extra: 1, voice: { tone: 'general', extra: {} } })).not.toHaveProperty('extra');
    expect((await echo({ name: 'Bo', voice: { tone: 'general', extra: {} } }))['voice']).toEqual({
      tone: 'general',
      speed: 1,
    });
  });

  test('passes free-form JSON whole, without keys that could change a prototype', async () => {
    const text =
      '{"name":"Bo","__proto__":{"rating":1},"settings":{"a":[{"__proto__":{"x":1},"b":null}],"constructor":1}}';
    const { body } = await call(rest.server, 'PUT /personas/p1', { text });
    expect(body['data']).toEqual({
      id: 'p1',
      input: { name: 'Bo', appType: 'video-training', settings: { a: [{ b: null }], constructor: 1 } },
    });
  });

  test.each([
    [{}, 'name is required'],
    [{ name: null }, 'name is required'],
    [{ name: 1 }, 'name must be a string'],
    [{ name: 'Bo', voice: {} }, 'voice.tone is required'],
    [{ name: 'Bo', voice: [] }, 'voice must be an object'],
    [{ name: 'Bo', voice: { tone: 'x' } }, 'voice.tone must be "general", "video-training" or "product-catalog"'],
    [{ name: 'Bo', voice: { tone: 'general', speed: null } }, 'voice.speed is required'],
    [{ name: 'Bo', tags: 'a' }, 'tags must be an array of strings'],
    [{ name: 'Bo', tags: ['a', 'b', 3] }, 'tags[2] must be a string'],
    [{ name: 'Bo', tags: [null] }, 'tags[0] must be a string'],
    [{ name: 'Bo', actions: [{ type: 'x' }, {}] }, 'actions[1].type is required'],
    [{ name: 'Bo', actions: {} }, 'actions must be an array of objects'],
    [{ name: 'Bo', actions: [null] }, 'actions[0] must be an object'],
    [{ name: 'Bo', rating: '5' }, 'rating must be a number'],
    [{ name: 'Bo', count: 1.5 }, 'count must be an integer'],
    [{ name: 'Bo', enabled: 'true' }, 'enabled must be true or false'],
    [{ name: 'Bo', appType: 'VIDEO_TRAINING' }, 'appType must be "general", "video-training" or "product-catalog"'],
    [{ name: 'Bo', color: 'red' }, 'color must be a colour such as #a0b1c2'],
    [{ name: 'Bo', startsAt: 'soon' }, 'startsAt must be an ISO 8601 date and time'],
    [{ name: 'Bo', target: { url: 'x', contentId: 'y' } }, 'target must have exactly one of url, contentId'],
  ])('%j is rejected: %s', async (body, error) => {
    expect(await refusal('PUT /personas/p1', body)).toEqual([400, error]);
  });

  test('with several errors is answered with the first as error and all in details', async () => {
    const { body } = await call(rest.server, 'PUT /personas/p1', { body: { tags: [1], voice: { inner: {} } } });
    expect(body).toEqual({
      success: false,
      error: 'name is required',
      details: [
        { field: 'name', message: 'name is required' },
        { field: 'tags[0]', message: 'tags[0] must be a string' },
        { field: 'voice.tone', message: 'voice.tone is required' },
        { field: 'voice.inner.tone', message: 'voice.inner.tone is required' },
      ],
    });
  });

  test.each([
    ['{"name":', 'Request body must be valid JSON'],
    ['[]', 'Request body must be a JSON object'],
    ['null', 'Request body must be a JSON object'],
    ['"text"', 'Request body must be a JSON object'],
    ['', 'name is required'],
    [
      `{"name":"Bo","settings":${'['.repeat(100)}${']'.repeat(100)}}`,
      'Request body must not be nested deeper than 64 levels',
    ],
  ])('of %s is rejected: %s', async (text, error) => {
    const answer = await call(rest.server, 'PUT /personas/p1', { text });
    expect([answer.status, answer.body['error']]).toEqual([400, error]);
  });

  test('larger than the operation allows is 413', async () => {
    const answer = await call(rest.server, 'PUT /personas/p1', { body: { name: 'x'.repeat(3000) } });
    expect([answer.status, answer.body]).toEqual([
      413,
      { success: false, error: 'Request body exceeds maximum size of 2000 bytes' },
    ]);
  });

  test.each([
    ['application/json; charset=utf-8', 200],
    ['application/merge-patch+json', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonish', 415],
  ])('declared as %s answers %i', async (type, status) => {
    const answer = await call(rest.server, 'PUT /personas/p1', {
      text: '{"name":"Bo"}',
      headers: { 'content-type': type },
    });
    expect(answer.status).toBe(status);
  });

  test.each(['application/json', 'text/plain', '/', ''])(
    'of type %j that an operation does not take is read past',
    async (type) => {
      const headers = { 'content-type': type };
      const answer = await call(rest.server, 'DELETE /personas/p1', { text: '{not json', headers });
      expect([answer.status, answer.body]).toEqual([200, { success: true, data: { id: 'p1', deleted: true } }]);
    },
  );
});
