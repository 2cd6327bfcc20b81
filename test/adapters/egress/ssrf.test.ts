import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/shared/errors.ts';
import { use } from '../../support/use.ts';
import { startBystander } from './bystander.ts';
import { REFUSED_ANSWERS, REFUSED_REDIRECTS, REFUSED_URLS } from './refused-addresses.ts';
import { type Zone, createWorld } from './world.ts';

const PUBLIC = '93.184.216.34';

describe('outbound calls that would reach what is not public', () => {
  const bystander = use(() => startBystander());
  // A machine without IPv6 has no server at that address.
  const sixth = use(() => startBystander(undefined, '::1').catch(() => startBystander()));
  const front = use(() => startBystander((_request, response) => response.writeHead(302, { location }).end()));
  let location = '/';

  beforeEach(() => {
    location = '/';
    front.requests.length = 0;
  });
  afterAll(() => {
    // In all cases above, only the server that represents the internet was connected to.
    expect([bystander.connections, sixth.connections]).toEqual([0, 0]);
  });

  const placed = (text: string) =>
    text.replaceAll('PORT', String(text.includes('[::1]') ? sixth.port : bystander.port));

  for (const [what, urls] of Object.entries(REFUSED_URLS)) {
    test.each(urls)(`rejected before any look-up, ${what}: %j`, async (text) => {
      const url = placed(text);
      const world = createWorld(
        { 'example.com': [[PUBLIC]], localhost: [['127.0.0.1']] },
        { servedBy: bystander.port },
      );
      expect(world.egress.validateUrl(url)).toMatch(/^must /);
      for (const method of ['GET', 'POST'] as const) {
        const { code } = await refusal(world.egress.fetch({ url, method, ...LIMITS }));
        expect(code).toBe('BAD_REQUEST');
      }
      expect(world).toMatchObject({ lookups: [], dialled: [] });
    });
  }

  test.each(REFUSED_ANSWERS.map((answer) => [answer]))('rejected by what its name resolves to: %j', async (answer) => {
    const world = createWorld({ 'tool.example': [answer] }, { servedBy: bystander.port });
    const error = await refusal(
      world.egress.fetch({ url: `http://tool.example:${bystander.port}/`, method: 'GET', ...LIMITS }),
    );
    // One text for a private name and for none, and no address in it: neither tells of the network inside.
    expect(error).toMatchObject({
      code: 'BAD_GATEWAY',
      message: 'The host of the address was not found or is not allowed',
    });
    expect(world.dialled).toEqual([]);
  });

  test.each(REFUSED_REDIRECTS)('rejected as the target of a redirect: %j', async (text) => {
    location = placed(text);
    const world = createWorld(
      { 'tool.example': [[PUBLIC]], 'inner.example': [['127.0.0.1']] },
      { servedBy: front.port },
    );
    const error = await refusal(world.egress.fetch({ url: 'http://tool.example/', method: 'GET', ...LIMITS }));
    expect(error.code).toBe('BAD_GATEWAY');
    expect(error.message).not.toMatch(/\d+\.\d+|::|localhost|internal/);
    expect(world.dialled).toEqual([`${PUBLIC}:80`]);
  });

  test('rebinding: a name is looked up once and the connection goes to the address that was checked', async () => {
    const world = createWorld({ 'tool.example': [[PUBLIC], ['127.0.0.1']] }, { servedBy: front.port });
    const url = `http://tool.example:${bystander.port}/`;
    const answer = await world.egress.fetch({ url, method: 'POST', body: '{}', ...LIMITS });
    expect(answer.status).toBe(302);
    expect(world).toMatchObject({ lookups: ['tool.example'], dialled: [`${PUBLIC}:${bystander.port}`] });
    expect(front.requests[0]?.headers.host).toBe(`tool.example:${bystander.port}`);
  });

  test('rebinding between redirects: the next hop is looked up and checked again', async () => {
    const world = createWorld({ 'tool.example': [[PUBLIC], ['127.0.0.1']] }, { servedBy: front.port });
    const url = `http://tool.example:${bystander.port}/`;
    const error = await refusal(world.egress.fetch({ url, method: 'GET', ...LIMITS }));
    expect(error.code).toBe('BAD_GATEWAY');
    expect(world.lookups).toHaveLength(2);
    expect(world.dialled).toEqual([`${PUBLIC}:${bystander.port}`]);
  });

  test('rebinding between calls: an address that was fine before does not count', async () => {
    const world = createWorld({ 'tool.example': [[PUBLIC], ['10.0.0.8']] }, { servedBy: front.port });
    const call = () => world.egress.fetch({ url: 'http://tool.example/', method: 'POST', body: '{}', ...LIMITS });
    expect((await call()).status).toBe(302);
    expect((await refusal(call())).code).toBe('BAD_GATEWAY');
    expect(world.dialled).toHaveLength(1);
  });
});

describe('hosts that the deployment allows', () => {
  const inner = use(() => startBystander());
  beforeEach(() => {
    inner.requests.length = 0;
  });

  const callOf = (allowHosts: readonly string[], url: string, zone: Zone = {}) => {
    const { egress } = createWorld({ localhost: [['127.0.0.1']], ...zone }, { servedBy: inner.port, allowHosts });
    return egress.fetch({ url: url.replace('PORT', String(inner.port)), method: 'GET', ...LIMITS });
  };

  test.each([
    ['by name', ['localhost'], 'http://localhost:PORT/'],
    ['by name in another case and with the dot of the root', ['LocalHost.'], 'http://LOCALHOST.:PORT/'],
    ['by name and port', ['localhost:PORT'], 'http://localhost:PORT/'],
    ['by address', ['127.0.0.1'], 'http://127.0.0.1:PORT/'],
    ['by address and port', ['127.0.0.1:PORT'], 'http://127.0.0.1:PORT/'],
    ['by a name of one part', ['tools'], 'http://tools:PORT/'],
    ['by a name of the internal network', ['tools.svc.internal'], 'http://tools.svc.internal:PORT/'],
  ])('are reached %s although they are private', async (_how, hosts, url) => {
    const zone = { tools: [['127.0.0.1']], 'tools.svc.internal': [['127.0.0.1']] };
    const answer = await callOf(
      hosts.map((host) => host.replace('PORT', String(inner.port))),
      url,
      zone,
    );
    expect(answer.status).toBe(200);
    expect(inner.requests).toHaveLength(1);
  });

  test.each([
    ['another port', ['localhost:1'], 'http://localhost:PORT/'],
    ['another host of the same address', ['localhost'], 'http://127.0.0.1:PORT/'],
    ['a host below it', ['localhost'], 'http://sub.localhost:PORT/'],
    ['a host that ends alike', ['tools.example'], 'http://evil-tools.example:PORT/'],
    ['its address in another form', ['127.0.0.1'], 'http://2130706433:PORT/'],
    ['link-local addresses, even by themselves', ['169.254.169.254'], 'http://169.254.169.254/'],
    ['metadata in a private range, even by itself', ['[fd00:ec2::254]'], 'http://[fd00:ec2::254]/'],
    ['a name that turns into link-local', ['meta.example'], 'http://meta.example/'],
    ['a name that turns into a mapped address', ['mapped.example'], 'http://mapped.example/'],
    ['credentials', ['localhost'], 'http://user:secret@localhost:PORT/'],
  ])('open nothing else: %s', async (_what, hosts, url) => {
    const zone = {
      'evil-tools.example': [['127.0.0.1']],
      'meta.example': [['169.254.169.254']],
      'mapped.example': [['::ffff:127.0.0.1']],
    };
    await expect(callOf(hosts, url, zone)).rejects.toMatchObject({ name: 'ServiceError' });
    expect(inner.requests).toEqual([]);
  });
});

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ServiceError) return error;
  return expect.unreachable(`the call was not refused: ${String(error)}`);
}

const LIMITS = { deadlineMs: 5_000, maxBytes: 10_000 };
