import { describe, expect, test } from 'vitest';
import { call } from './support/call.ts';
import { useRest } from './support/service.ts';

const rest = useRest();

const ADA = {
  _id: 'p1',
  name: 'Ada',
  appType: 'video-training',
  status: 'active',
  tags: ['a'],
  settings: { appType: 'VIDEO_TRAINING', empty: null },
  createdAt: '2026-01-02T03:04:05.000Z',
};

describe('an answer', () => {
  test('has the aliases of the document, enum values in REST spelling at every depth, and JSON as it is', async () => {
    const { status, body } = await call(rest.server, 'GET /personas/p1');
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: { ...ADA, parent: { ...ADA, domain: 'surf', history: [['video-training', 'general'], []] } },
      access: { granted: true },
    });
  });

  test('leaves out what @omitNull marks when it is null, and keeps other nulls', async () => {
    expect((await call(rest.server, 'GET /personas/open')).body).not.toHaveProperty('access');
    expect((await call(rest.server, 'GET /personas/locked')).body['access']).toEqual({
      granted: false,
      reason: 'Premium membership required',
    });
  });

  test('has the fields of a @spread object beside data', async () => {
    const { body } = await call(rest.server, 'GET /personas?limit=3');
    expect(body).toMatchObject({ success: true, data: [{ _id: 'p1' }], pagination: { total: 1, limit: 3 } });
    expect(body).not.toHaveProperty('_summary');
  });

  test('has a field with @include only when its variable says so', async () => {
    expect((await call(rest.server, 'GET /personas?summary=true')).body['_summary']).toEqual({ hidden: 3 });
  });

  test('has the fields of the type that each item of an interface is', async () => {
    const { body } = await call(rest.server, 'GET /resources/all', { headers: { 'x-uid': 'u1' } });
    expect(body).toEqual({
      success: true,
      data: [
        { ...ADA, id: 'p1' },
        { id: 't1', status: 'draft', value: 'hello', phases: ['product-catalog', null] },
      ],
      user: { uid: 'u1' },
    });
  });

  test('has one object for a field that is selected several times, whichever way', async () => {
    const { body } = await call(rest.server, 'GET /merged/p1');
    expect(body['data']).toEqual({
      ...ADA,
      label: 'Ada',
      parent: { label: 'Ada', kind: 'video-training', domain: 'surf' },
    });
  });

  test('may have a scalar list as data, or nothing but success', async () => {
    expect((await call(rest.server, 'GET /personas/templates')).body).toEqual({ success: true, data: ['coach'] });
    const submitted = await call(rest.server, 'POST /forms/submit', { body: { fields: { a: 1 } } });
    expect([submitted.status, submitted.body]).toEqual([200, { success: true }]);
  });
});

describe('caching', () => {
  test('a GET carries a validator, is private, and varies with the keys', async () => {
    const { headers } = await call(rest.server, 'GET /personas/p1');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'X-Svc-API-Key, Authorization, X-Svc-Preview, X-Svc-Preview-Token',
    });
    expect(headers['etag']).toMatch(/^W\/".+"$/);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('a GET whose answer is known is 304 without a body', async () => {
    const { etag } = (await call(rest.server, 'GET /personas/p1')).headers;
    for (const known of [String(etag), `"other", ${String(etag)}`, String(etag).slice(2), '*']) {
      const again = await call(rest.server, 'GET /personas/p1', { headers: { 'if-none-match': known } });
      expect([again.status, again.body, again.headers['etag']]).toEqual([304, {}, etag]);
    }
    const other = await call(rest.server, 'GET /personas/p2', { headers: { 'if-none-match': String(etag) } });
    expect(other.status).toBe(200);
  });

  test('HEAD answers as GET without a body', async () => {
    const { status, headers, body } = await call(rest.server, 'HEAD /personas/p1');
    const get = await call(rest.server, 'GET /personas/p1');
    expect([status, headers['etag'], headers['content-length'], body]).toEqual([
      200,
      get.headers['etag'],
      get.headers['content-length'],
      {},
    ]);
  });

  test('a mutation and an error are not stored', async () => {
    expect((await call(rest.server, 'DELETE /personas/p1')).headers['cache-control']).toBe('no-store');
    const missing = await call(rest.server, 'GET /personas/unknown');
    expect([missing.headers['cache-control'], missing.headers['etag']]).toEqual(['no-store', undefined]);
  });
});

describe('an error', () => {
  test('of a service has its status, text and extras, and no data', async () => {
    expect(await call(rest.server, 'GET /personas/unknown')).toMatchObject({
      status: 404,
      body: { success: false, error: 'Persona not found' },
    });
    const conflict = await call(rest.server, 'POST /personas', { body: { name: 'Ada' } });
    expect([conflict.status, conflict.body]).toEqual([
      409,
      { success: false, error: 'Persona with this name already exists', id: 'p1' },
    ]);
  });

  test('that stands first in the document is answered, though another came first in time', async () => {
    const { status, body } = await call(rest.server, 'GET /failures/restricted');
    expect([status, body]).toEqual([403, { success: false, error: 'Subscription required: gold', userTier: 'free' }]);
  });

  test('that is hidden behind another is logged', async () => {
    rest.logged.length = 0;
    await call(rest.server, 'GET /failures/restricted');
    expect(rest.logged.join()).toContain('hunter2 (secret)');
  });

  test('that no service meant shows nothing of itself, and can be found in the log', async () => {
    rest.logged.length = 0;
    const { status, body } = await call(rest.server, 'GET /failures/any');
    expect([status, body]).toEqual([
      500,
      { success: false, error: 'Internal server error', requestId: expect.any(String) as string },
    ]);
    expect(rest.logged.some((line) => line.includes('hunter2 (any)') && line.includes(String(body['requestId'])))).toBe(
      true,
    );
  });

  test('of a service with a 5xx status keeps its text and carries the request id', async () => {
    const { status, body } = await call(rest.server, 'GET /failures/unavailable');
    expect([status, body]).toEqual([
      502,
      { success: false, error: 'Agent service unavailable', requestId: expect.any(String) as string },
    ]);
  });

  test('of an operation with the error-only envelope is nothing but error', async () => {
    const refused = await call(rest.server, 'POST /forms/submit', { body: {} });
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'fields is required and must be a non-empty object' },
    ]);
    const malformed = await call(rest.server, 'POST /forms/submit', { text: '{' });
    expect([malformed.status, malformed.body]).toEqual([400, { error: 'Request body must be valid JSON' }]);
  });
});
