import { createServer } from 'node:https';
import { type Server, type Socket, connect } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpEgress } from '../../../src/adapters/egress/http-egress.ts';
import { describeEgress } from '../../ports/egress.contract.ts';
import { describeDownloads } from '../../ports/egress.download.contract.ts';
import { AUTHORITY, TOOL_CERTIFICATE } from './tool-certificate.ts';
import { listenLocally, portOf } from '../../support/local-server.ts';

const local = () => createHttpEgress({ allowHosts: ['localhost', '127.0.0.1'] });
describeEgress('the HTTP client', local);
describeDownloads('the HTTP client', local);

describe('calls over TLS', () => {
  let server: Server;
  const serverNames: unknown[] = [];

  beforeAll(async () => {
    server = createServer(TOOL_CERTIFICATE, (request, response) => {
      if (request.url === '/down') response.writeHead(302, { location: 'http://tool.example/' }).end();
      else response.end(request.headers.host);
    }).on('secureConnection', (socket) => serverNames.push(socket.servername));
    await listenLocally(server);
  });
  afterAll(() => void server.close());

  const call = (host: string, options: { ca?: string; path?: string } = {}) => {
    const port = portOf(server);
    return createHttpEgress({
      allowHosts: [],
      resolve: async () => ['93.184.216.34'],
      connect: () => connect({ host: '127.0.0.1', port }),
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }).fetch({ url: `https://${host}${options.path ?? '/'}`, method: 'GET', deadlineMs: 5_000, maxBytes: 1_000 });
  };

  test('name the host to the server and in the request, though the connection goes to an address', async () => {
    const answer = await call('tool.example', { ca: AUTHORITY });
    expect(answer.body.toString()).toBe('tool.example');
    expect(serverNames.at(-1)).toBe('tool.example');
  });

  test.each([
    ['of another name', 'other.example', AUTHORITY],
    ['of another name, where the host is an address', '93.184.216.34', AUTHORITY],
    ['of an unknown authority', 'tool.example', undefined],
  ])('reject a certificate %s', async (_what, host, ca) => {
    await expect(call(host, ca === undefined ? {} : { ca })).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      message: 'The TLS connection failed; check the certificate of the host',
    });
  });

  test('are not redirected to where every listener can read along', async () => {
    await expect(call('tool.example', { ca: AUTHORITY, path: '/down' })).rejects.toMatchObject({
      message: 'The address redirects to a host that is not allowed',
    });
  });
});

describe('connecting', () => {
  test('tries the next address when one is not reached, IPv4 first', async () => {
    const server = createTcpServer((socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'));
    const port = await listenLocally(server);
    const tried: string[] = [];
    const egress = createHttpEgress({
      allowHosts: [],
      resolve: async () => ['2606:2800:220:1::1', '93.184.216.34'],
      connect: (address) => {
        tried.push(address);
        return connect(address.includes(':') ? { host: '127.0.0.1', port } : { host: '127.0.0.1', port: 1 });
      },
    });
    const answer = await egress.fetch({ url: 'http://tool.example/', method: 'GET', deadlineMs: 5_000, maxBytes: 100 });
    expect(answer.status).toBe(200);
    expect(tried).toEqual(['93.184.216.34', '2606:2800:220:1::1']);
    server.close();
  });

  test('a look-up that never ends is given up at the deadline', async () => {
    const egress = createHttpEgress({ allowHosts: [], resolve: () => new Promise(() => {}) });
    const ended = egress.fetch({ url: 'http://tool.example/', method: 'GET', deadlineMs: 50, maxBytes: 100 });
    await expect(ended).rejects.toMatchObject({ message: 'The request timed out' });
  });
});
