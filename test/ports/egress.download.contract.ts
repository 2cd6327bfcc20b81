import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DownloadAnswer, DownloadRequest, Egress } from '../../src/ports/egress.ts';
import { type Bystander, startBystander } from '../adapters/egress/bystander.ts';

const CONTENT = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));

/** What the Egress port promises of downloads. @param open an egress that may reach `localhost` at any port */
export function describeDownloads(name: string, open: () => Egress): void {
  describe(`${name} as the way to large files`, () => {
    const egress = open();
    let server: Bystander;
    let other: Bystander;
    let interval: NodeJS.Timeout | undefined;

    beforeAll(async () => {
      other = await startBystander((request, response) => sendRange(response, request.headers.range));
      server = await startBystander((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://localhost');
        if (pathname === '/file') return sendRange(response, request.headers.range);
        if (pathname === '/elsewhere') {
          return response.writeHead(302, { location: `http://localhost:${other.port}/file` }).end();
        }
        if (pathname === '/loop') return response.writeHead(302, { location: '/loop' }).end();
        if (pathname === '/private') return response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
        if (pathname === '/gzip') return response.setHeader('content-encoding', 'gzip').end(gzipSync(CONTENT));
        if (pathname === '/missing') return response.writeHead(404).end('not here');
        if (pathname === '/silence') return response;
        if (pathname === '/stall') return response.write('some');
        if (pathname === '/cut') {
          response.setHeader('content-length', 1_000).write('half');
          return setImmediate(() => response.destroy());
        }
        interval = setInterval(() => response.write('slow'), 20);
        return response;
      });
    });
    beforeEach(() => {
      clearInterval(interval);
      server.requests.length = 0;
      other.requests.length = 0;
    });
    afterAll(() => {
      clearInterval(interval);
      return Promise.all([server.close(), other.close()]);
    });

    const download = <T>(
      path: string,
      receive: (answer: DownloadAnswer) => Promise<T>,
      request: Partial<DownloadRequest> = {},
    ): Promise<T> =>
      egress.download(
        {
          url: `http://localhost:${server.port}${path}`,
          deadlineMs: 5_000,
          stallMs: 5_000,
          minBytesPerSecond: 1,
          maxBytes: 1_000_000,
          ...request,
        },
        receive,
      );

    test('gives the body piece by piece, with status and headers', async () => {
      const answer = await download('/file', async ({ status, headers, body }) => {
        const parts = await Array.fromAsync(body);
        return { status, length: headers['content-length'], content: Buffer.concat(parts) };
      });
      expect(answer).toMatchObject({ status: 200, length: '300000' });
      expect(answer.content.equals(CONTENT)).toBe(true);
      expect(server.requests[0]?.headers).toMatchObject({ 'accept-encoding': 'identity' });
    });

    test('gives any status, and closes the connection if nothing is read', async () => {
      expect(await download('/missing', async ({ status }) => status)).toBe(404);
      expect(await download('/stall', async ({ status }) => status)).toBe(200);
    });

    test('asks for the rest of a content, also where a redirect leads, but sends no header there', async () => {
      const resume = { start: 299_990, validator: '"one"' };
      const headers = { authorization: 'Bearer secret' };
      const read = async ({ status, body }: DownloadAnswer) => [
        status,
        Buffer.concat(await Array.fromAsync(body)).length,
      ];
      expect(await download('/file', read, { resume, headers })).toEqual([206, 10]);
      expect(server.requests[0]?.headers).toMatchObject({ ...headers, range: 'bytes=299990-', 'if-range': '"one"' });
      expect(await download('/elsewhere', read, { resume, headers })).toEqual([206, 10]);
      expect(other.requests[0]?.headers).toMatchObject({ range: 'bytes=299990-', 'if-range': '"one"' });
      expect(other.requests[0]?.headers['authorization']).toBeUndefined();
    });

    test('follows 3 redirects, each checked like the first call', async () => {
      expect(await download('/loop', async ({ status }) => status)).toBe(302);
      expect(server.requests).toHaveLength(4);
      await expect(download('/private', async () => 'reached')).rejects.toMatchObject({
        message: 'The address redirects to a host that is not allowed',
      });
      await expect(download('', async () => 'reached', { url: 'http://10.0.0.1/' })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
    });

    const readAll = ({ body }: DownloadAnswer) => Array.fromAsync(body);

    test.each([
      ['/gzip', {}, 'The response is compressed although no compression was requested'],
      ['/cut', {}, 'The connection was closed before the response was complete'],
      ['/silence', { deadlineMs: 200 }, 'The request timed out'],
      ['/stall', { stallMs: 200 }, 'No byte of the response came for 0 seconds'],
      ['/slow', { stallMs: 300, minBytesPerSecond: 10_000 }, 'The response is slower than 10000 bytes per second'],
    ])('fails for %s with %j', async (path, request, message) => {
      const begun = performance.now();
      await expect(download(path, readAll, request)).rejects.toMatchObject({ code: 'BAD_GATEWAY', message });
      expect(performance.now() - begun).toBeLessThan(3_000);
    });

    test('has no deadline for a body that keeps coming', async () => {
      const deadlineMs = 1_000;
      const caller = new AbortController();
      const begun = performance.now();
      const ended = download(
        '/slow',
        async ({ body }) => {
          for await (const _ of body)
            if (performance.now() - begun > deadlineMs * 1.3) caller.abort(new Error('enough'));
        },
        { deadlineMs, signal: caller.signal },
      );
      await expect(ended).rejects.toThrow('enough');
    });

    test('breaks off a body at the limit', async () => {
      const ended = download('/file', readAll, { maxBytes: 100_000 });
      await expect(ended).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
      expect(await download('/file', readAll, { maxBytes: 300_000 })).not.toEqual([]);
    });

    test('passes on what the caller throws, and ends with the reason of the caller', async () => {
      const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
      await expect(download('/file', () => Promise.reject(full))).rejects.toBe(full);
      const reason = new Error('cancelled');
      await expect(download('/file', readAll, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const caller = new AbortController();
      const ended = download('/stall', readAll, { signal: caller.signal });
      setTimeout(() => caller.abort(reason), 100);
      await expect(ended).rejects.toBe(reason);
    });
  });
}

function sendRange(response: ServerResponse, range: string | undefined): ServerResponse {
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
  const rest = CONTENT.subarray(start);
  response.setHeader('content-length', rest.length);
  return response.writeHead(start > 0 ? 206 : 200).end(rest);
}
