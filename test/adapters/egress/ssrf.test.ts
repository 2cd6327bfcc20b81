import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ServiceError } from '../../../src/shared/errors.ts';
import { type Bystander, startBystander } from './bystander.ts';
import { type Zone, createWorld } from './world.ts';

/** What must never be called, as it stands in a URL; `PORT` is where a server listens on 127.0.0.1 and ::1. */
const REFUSED_URLS: Readonly<Record<string, readonly string[]>> = {
  'loopback, plainly': ['http://127.0.0.1:PORT/', 'https://127.0.0.1:PORT/', 'http://127.255.255.254:PORT/'],
  'an IPv4 address in another form': [
    'http://127.1:PORT/',
    'http://127.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://127.0x0.00.1:PORT/',
    'http://134744072/',
    'http://0x08080808/',
  ],
  'an IPv4 address in other characters': [
    'http://127。0。0。1:PORT/',
    'http://127．0．0．1:PORT/',
    'http://127｡0｡0｡1:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://127%E3%80%820.0.1:PORT/',
    'http://127%2e0%2e0%2e1:PORT/',
  ],
  'the unspecified and broadcast addresses': ['http://0.0.0.0:PORT/', 'http://0:PORT/', 'http://255.255.255.255/'],
  'private networks': ['http://10.0.0.1/', 'http://172.16.0.1/', 'http://172.31.255.255/', 'http://192.168.1.1/'],
  'metadata services': [
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://169.254.170.2/v2/credentials',
    'http://[fd00:ec2::254]/',
    'http://[fd20:ce::254]/',
    'http://[::ffff:169.254.169.254]/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/',
    'http://metadata.google.internal/',
  ],
  'carrier-grade NAT and reserved ranges': [
    'http://100.64.0.1/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://198.51.100.7/',
    'http://203.0.113.9/',
    'http://192.88.99.1/',
    'http://224.0.0.1/',
    'http://239.255.255.250/',
    'http://240.0.0.1/',
  ],
  'IPv6 that is not public': [
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::]:PORT/',
    'http://[fe80::1]/',
    'http://[fe80::1%25eth0]:PORT/',
    'http://[::1%25lo]:PORT/',
    'http://[fec0::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
    'http://[3fff::1]/',
    'http://[100::1]/',
    'http://[2001:2::1]/',
    'http://[2001:10::1]/',
    'http://[5f00::1]/',
  ],
  'IPv4 inside IPv6': [
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::ffff:8.8.8.8]/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::1]/',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
    'http://[2606:4700::5efe:7f00:1]/',
  ],
  'names of this machine or network': [
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://sub.localhost:PORT/',
    'http://ⓛocalhost:PORT/',
    'http://localhost%2e:PORT/',
    'http://postgres:PORT/',
    'http://printer.local/',
    'http://router.lan/',
    'http://hidden.onion/',
    'http://localhost。localdomain/',
  ],
  'credentials, and hosts hidden behind them': [
    'http://user:secret@example.com/',
    'http://example.com@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT@example.com/',
    'http://@example.com/',
    'http://:@example.com/',
  ],
  'other schemes and half URLs': [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_GET',
    'data:application/json,{}',
    'javascript:fetch(1)',
    'http:127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:///127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    'http://',
    'example.com',
    '',
  ],
  'characters that two readers read differently': [
    'http:\\\\127.0.0.1:PORT\\',
    'http://example.com\\@127.0.0.1:PORT/',
    'http://127.0.\n0.1:PORT/',
    'ht\ttp://127.0.0.1:PORT/',
    ' http://example.com/',
    'http://example.com/\r\nx-injected: 1',
    'http://exa mple.com/',
    'http://example。com/',
    'http://example..com/',
    'http://.example.com/',
  ],
  'ports of other protocols': [
    'http://example.com:22/',
    'http://example.com:25/',
    'http://example.com:0/',
    'http://example.com:6379/',
    'http://example.com:11211/',
    'http://example.com:6667/',
    'http://8.8.8.8:53/',
  ],
};

/** What DNS says of `tool.example`. */
const REFUSED_ANSWERS: readonly (readonly string[])[] = [
  [],
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['169.254.169.254'],
  ['0.0.0.0'],
  ['100.64.0.1'],
  ['::1'],
  ['::'],
  ['fd00::1'],
  ['fe80::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:7f00:1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['93.184.216.34', '127.0.0.1'],
  ['127.0.0.1', '93.184.216.34'],
  ['93.184.216.34', '::1'],
  ['93.184.216.34', '2606:2800:220:1::1', '192.168.0.1'],
  ['93.184.216.34', 'fe80::1%eth0'],
  ['not an address'],
];

/** Where a server on the public internet sends a GET; `PORT` as above. */
const REFUSED_REDIRECTS: readonly string[] = [
  'http://127.0.0.1:PORT/',
  '//127.0.0.1:PORT/',
  '///127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://[::1]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http:127.0.0.1:PORT/',
  'http:\\\\127.0.0.1:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/',
  'http://inner.example:PORT/',
  'http://user:secret@tool.example/',
  'http://tool.example:6379/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
];

const PUBLIC = '93.184.216.34';

describe('outbound calls that would reach what is not public', () => {
  let bystander: Bystander;
  let sixth: Bystander;
  let front: Bystander;
  let location = '/';

  beforeAll(async () => {
    bystander = await startBystander();
    // A machine without IPv6 has nobody there to be reached.
    sixth = await startBystander(undefined, '::1').catch(() => startBystander());
    front = await startBystander((_request, response) => response.writeHead(302, { location }).end());
  });
  beforeEach(() => {
    location = '/';
    front.requests.length = 0;
  });
  afterAll(async () => {
    // Whatever a case above tried, nobody on this machine was connected to but the server that stands for the internet.
    expect([bystander.connections, sixth.connections]).toEqual([0, 0]);
    await Promise.all([bystander.close(), sixth.close(), front.close()]);
  });

  const placed = (text: string) =>
    text.replaceAll('PORT', String(text.includes('[::1]') ? sixth.port : bystander.port));

  for (const [what, urls] of Object.entries(REFUSED_URLS)) {
    test.each(urls)(`refused before any look-up, ${what}: %j`, async (text) => {
      const url = placed(text);
      const world = createWorld(
        { 'example.com': [[PUBLIC]], localhost: [['127.0.0.1']] },
        { servedBy: bystander.port },
      );
      expect(world.egress.objection(url)).toMatch(/^must /);
      for (const method of ['GET', 'POST'] as const) {
        const { code } = await refusal(world.egress.fetch({ url, method, ...LIMITS }));
        expect(code).toBe('BAD_REQUEST');
      }
      expect(world).toMatchObject({ lookups: [], dialled: [] });
    });
  }

  test.each(REFUSED_ANSWERS.map((answer) => [answer]))('refused by what its name resolves to: %j', async (answer) => {
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

  test.each(REFUSED_REDIRECTS)('refused as the target of a redirect: %j', async (text) => {
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

  test('rebinding between redirects: the next hop is looked up and checked anew', async () => {
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
  let inner: Bystander;
  beforeAll(async () => {
    inner = await startBystander();
  });
  beforeEach(() => {
    inner.requests.length = 0;
  });
  afterAll(() => inner.close());

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
