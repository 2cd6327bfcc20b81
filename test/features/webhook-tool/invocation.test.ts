import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpEgress } from '../../../src/adapters/egress/http-egress.ts';
import { newSigningSecret } from '../../../src/shared/webhook-signature.ts';
import type { CallableWebhookTool } from '../../../src/features/webhook-tool/webhook-tool.service.ts';
import { sealHeaders } from '../../../src/features/webhook-tool/webhook-tool.headers.ts';
import { WebhookToolInvocation } from '../../../src/features/webhook-tool/webhook-tool.invocation.ts';
import { SecretBox } from '../../../src/shared/secret-box.ts';
import { type Bystander, startBystander } from '../../adapters/egress/bystander.ts';

const secrets = new SecretBox('a key of this test');
const SIGNING_SECRET = newSigningSecret();

describe('calling a webhook tool', () => {
  let endpoint: Bystander;
  let answer: { status: number; body: string | Buffer; headers?: Record<string, string> };
  beforeAll(async () => {
    endpoint = await startBystander((_request, response) => {
      response.writeHead(answer.status, answer.headers ?? {}).end(answer.body);
    });
  });
  beforeEach(() => {
    endpoint.requests.length = 0;
    answer = { status: 200, body: '{"ok":true}' };
  });
  afterAll(() => endpoint.close());

  const invocation = new WebhookToolInvocation(createHttpEgress({ allowHosts: ['localhost'] }), secrets);

  const tool = (changes: Partial<CallableWebhookTool> & { path?: string } = {}): CallableWebhookTool => {
    const { path = '/hook', ...rest } = changes;
    return {
      id: '01900000-0000-7000-8000-000000000000',
      name: 'weather',
      description: 'Tells the weather.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      endpoint: `http://localhost:${endpoint.port}${path}`,
      method: 'POST',
      headers: sealHeaders({ 'X-Tenant': 'acme', 'Content-Type': 'text/plain' }, {}, secrets),
      resultPath: null,
      signingSecret: secrets.seal(SIGNING_SECRET),
      formerSecret: null,
      effect: 'write',
      runsWithoutConfirmation: false,
      mayReceive: 'public',
      updatedAt: '2026-01-01T00:00:00Z',
      ...rest,
    };
  };

  const signature = (secret: string, content: string): string => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = endpoint.requests[0]?.headers ?? {};
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    return `v1,${createHmac('sha256', key)
      .update(`${String(id)}.${String(timestamp)}.${content}`)
      .digest('base64')}`;
  };

  describe('sends', () => {
    test('the input of a POST as JSON with the headers of the tool, signed', async () => {
      expect(await invocation.invoke(tool(), { city: 'Zürich' })).toEqual({ output: { ok: true } });
      const [request] = endpoint.requests;
      expect(request).toMatchObject({ method: 'POST', url: '/hook', body: '{"city":"Zürich"}' });
      expect(request?.headers).toMatchObject({ 'x-tenant': 'acme', 'content-type': 'application/json' });
      expect(request?.headers['webhook-signature']).toBe(signature(SIGNING_SECRET, '{"city":"Zürich"}'));
      expect(Math.abs(Number(request?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    });

    test('the input of a GET as a query: lists repeated, objects as JSON, null left out, signed', async () => {
      const input = { city: 'São Paulo & more', days: [1, 2], near: { lat: 1 }, none: null, exact: true };
      await invocation.invoke(tool({ method: 'GET', path: '/hook?key=k#part' }), input);
      const [request] = endpoint.requests;
      const query = 'key=k&city=S%C3%A3o+Paulo+%26+more&days=1&days=2&near=%7B%22lat%22%3A1%7D&exact=true';
      expect(request).toMatchObject({ method: 'GET', url: `/hook?${query}`, body: '' });
      expect(request?.headers['content-type']).not.toBe('application/json');
      expect(request?.headers['webhook-signature']).toBe(signature(SIGNING_SECRET, query));
    });

    test('what the endpoint itself has in its query as it is, whatever the model says', async () => {
      await invocation.invoke(tool({ method: 'GET', path: '/hook?tenant=7' }), { tenant: '8', city: 'Bern' });
      expect(endpoint.requests[0]?.url).toBe('/hook?tenant=7&city=Bern');
    });

    test('a signature of the former secret too while it counts', async () => {
      const former = newSigningSecret();
      await invocation.invoke(tool({ formerSecret: secrets.seal(former) }), {});
      const signatures = String(endpoint.requests[0]?.headers['webhook-signature']).split(' ');
      expect(signatures).toEqual([signature(SIGNING_SECRET, '{}'), signature(former, '{}')]);
    });
  });

  describe('gives the agent', () => {
    const items = { data: { items: [{ name: 'first' }, { name: 'second' }], none: null }, total: 2 };
    test.each([
      [null, { output: items }],
      ['data.items.1.name', { output: 'second' }],
      ['data.items', { output: items.data.items }],
      ['total', { output: 2 }],
      ['data.none', { output: null }],
      ['data.items.2', { error: "The endpoint's JSON has nothing at data.items.2" }],
      ['data.items.length', { error: "The endpoint's JSON has nothing at data.items.length" }],
      ['constructor.name', { error: "The endpoint's JSON has nothing at constructor.name" }],
      ['__proto__', { error: "The endpoint's JSON has nothing at __proto__" }],
      ['total.value', { error: "The endpoint's JSON has nothing at total.value" }],
    ])('of the path %s: %j', async (resultPath, outcome) => {
      answer.body = JSON.stringify(items);
      expect(await invocation.invoke(tool({ resultPath }), {})).toEqual(outcome);
    });

    test('JSON whatever its type is said to be, with or without a mark at its start', async () => {
      answer = { status: 201, body: '\ufeff[1]', headers: { 'content-type': 'text/html' } };
      expect(await invocation.invoke(tool(), {})).toEqual({ output: [1] });
    });

    test('null for an answer without a body', async () => {
      answer = { status: 204, body: '' };
      expect(await invocation.invoke(tool(), {})).toEqual({ output: null });
    });

    test('numbers that a double would change as their digits', async () => {
      answer.body = '{"a":[{"id":1234567890123456789}],"b":1e400,"c":9007199254740991,"d":0.12345678901234567890}';
      expect(await invocation.invoke(tool(), {})).toEqual({
        output: { a: [{ id: '1234567890123456789' }], b: '1e400', c: 9007199254740991, d: 0.12345678901234568 },
      });
    });

    test('text that can be stored: no U+0000 and no half characters', async () => {
      answer.body = String.raw`{"a\u0000":["x\u0000y","\ud800"]}`;
      expect(await invocation.invoke(tool(), {})).toEqual({ output: { a: ['xy', '\ufffd'] } });
    });
  });

  describe('tells the agent what went wrong', () => {
    test.each([
      [200, '<html>', 'The endpoint did not return JSON'],
      [200, '{"a":', 'The endpoint did not return JSON'],
      [200, Buffer.from('{"a":"Größe"}', 'latin1'), "The endpoint's JSON is not UTF-8"],
      [200, '['.repeat(400_000), 'The endpoint did not return JSON'],
      [200, '['.repeat(60) + ']'.repeat(60), "The endpoint's JSON is nested more than 50 deep"],
      [200, `"${'x'.repeat(1_000_000)}"`, 'The response exceeds 1000000 bytes'],
      [404, '{"error":"No such\\n city"}', 'The endpoint returned status 404: No such city'],
      [422, '{"error":{"message":"Days must be 1 to 7"}}', 'The endpoint returned status 422: Days must be 1 to 7'],
      [400, 'plain', 'The endpoint returned status 400'],
      [500, '{"error":"password authentication failed for user app"}', 'The endpoint returned status 500'],
    ])('status %i, body %.20s', async (status, body, error) => {
      answer = { status, body };
      expect(await invocation.invoke(tool(), {})).toEqual({ error });
    });

    test('a redirect of a POST, which is not followed', async () => {
      answer = { status: 307, body: '', headers: { location: '/elsewhere' } };
      expect(await invocation.invoke(tool(), {})).toEqual({
        error: 'The endpoint redirects (status 307), which is not followed',
      });
      expect(endpoint.requests).toHaveLength(1);
    });

    test('a private address that a stored endpoint leads to now', async () => {
      const inner = tool({ endpoint: `http://127.0.0.1:${endpoint.port}/` });
      expect(await invocation.invoke(inner, {})).toEqual({
        error: 'The address must not be a private, local or reserved address',
      });
      expect(endpoint.requests).toEqual([]);
    });

    test.each([
      [{ city: 1 }, 'input.city must be string'],
      [null, 'input must be an object'],
      [[], 'input must be an object'],
      ['{}', 'input must be an object'],
      [undefined, 'input must be an object'],
      [{ city: 'x'.repeat(33_000) }, 'input must have at most 32 kB as JSON'],
      [
        { city: 'x', deep: JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) },
        'input must be nested at most 20 deep',
      ],
      [{ city: 'x', list: Array.from({ length: 2_000 }, () => 1) }, 'input must have at most 2000 values'],
    ])('an input that does not fit (%#), without a call', async (input, error) => {
      expect(await invocation.invoke(tool(), input)).toEqual({ error });
      expect(endpoint.requests).toEqual([]);
    });

    test('an input too long for a query, without a call', async () => {
      const outcome = await invocation.invoke(tool({ method: 'GET' }), { city: 'x'.repeat(9_000) });
      expect(outcome).toEqual({ error: 'input is too long for a query string' });
      expect(endpoint.requests).toEqual([]);
    });

    test('secrets of a key that no longer exists, without a call', async () => {
      const lost = new SecretBox('another key').seal(SIGNING_SECRET);
      expect(await invocation.invoke(tool({ signingSecret: lost }), {})).toEqual({
        error: "The tool's headers and secret cannot be read and must be set again",
      });
      expect(endpoint.requests).toEqual([]);
    });
  });

  test('ends with the reason of a caller that has disconnected', async () => {
    const reason = new Error('the client has disconnected');
    await expect(invocation.invoke(tool(), {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
