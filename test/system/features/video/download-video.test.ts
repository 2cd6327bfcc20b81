import type { IncomingMessage, ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createHttpEgress } from '../../../../src/adapters/egress/http-egress.ts';
import { type FetchedVideo, PATIENCE, downloadVideo } from '../../../../src/features/video/download/download-video.ts';
import { startBystander } from '../../../adapters/egress/bystander.ts';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';

/** The head of an MP4 file, and noise. */
const VIDEO = Buffer.concat([
  Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
  randomBytes(1_000_000),
]);
const PAGE = '<!DOCTYPE html><html><body>Watch our video</body></html>';
const patience = { ...PATIENCE, deadlineMs: 2_000, stallMs: 500, pauseMs: 10 };

type Answer = (request: IncomingMessage, response: ServerResponse, count: number) => unknown;

let answers: Record<string, Answer>;
const server = use(() =>
  startBystander((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const answer = answers[pathname];
    const count = server.requests.filter(({ url }) => url === request.url).length;
    if (answer) answer(request, response, count);
    else response.writeHead(404).end(PAGE);
  }),
);
const place = useFolder();
const egress = createHttpEgress({ allowHosts: ['localhost'] });
let folder: string;
let caller: AbortController;

beforeEach(async () => {
  answers = {};
  server.requests.length = 0;
  caller = new AbortController();
  folder = await mkdtemp(join(place.path, 'work-'));
});

const get = (path: string, onProgress?: (share: number) => void): Promise<FetchedVideo> => {
  const options = { folder, signal: caller.signal, ...(onProgress ? { onProgress } : {}) };
  return downloadVideo(`http://localhost:${server.port}${path}`, egress, options, patience);
};
const requestsFor = (path: string) => server.requests.filter(({ url }) => url === path);
const isWhole = async (path: string) => (await readFile(path)).equals(VIDEO);

/** Sends the rest that is asked for, and breaks off after `bytes` of it. */
function send(request: IncomingMessage, response: ServerResponse, bytes = VIDEO.length, etag = '"one"'): void {
  const mayResume = request.headers['if-range'] === etag;
  const start = mayResume ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
  const rest = VIDEO.subarray(start);
  response.setHeader('etag', etag).setHeader('content-length', rest.length);
  if (start > 0) response.setHeader('content-range', `bytes ${start}-${VIDEO.length - 1}/${VIDEO.length}`);
  response.writeHead(start > 0 ? 206 : 200);
  // What has arrived, but was not read yet, is lost when a connection breaks off.
  response.write(rest.subarray(0, bytes), () => {
    if (bytes >= rest.length) response.end();
    else void isWritten(start + bytes).then(() => response.destroy());
  });
}

/** Until the file has so many bytes, or a third of a second has passed. */
async function isWritten(bytes: number): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { size } = await stat(join(folder, 'video.part')).catch(() => ({ size: 0 }));
    if (size >= bytes) return;
    await delay(5);
  }
}

describe('a video by URL', () => {
  test('is downloaded into its folder, and says how far it is', async () => {
    answers['/a.mp4'] = (request, response) => send(request, response);
    const shares: number[] = [];
    const { path, subtitles } = await get('/a.mp4', (share) => shares.push(share));
    expect(await isWhole(path)).toBe(true);
    expect(subtitles).toBeNull();
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBe(1);
  });

  test('continues where the connection broke off, time and again', async () => {
    answers['/a.mp4'] = (request, response) => send(request, response, 130_000);
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
    const requests = requestsFor('/a.mp4');
    expect(requests.length).toBeGreaterThanOrEqual(8);
    for (const { headers } of requests.slice(1)) {
      expect(headers).toMatchObject({ range: expect.stringMatching(/^bytes=\d{5,}-$/) as string, 'if-range': '"one"' });
    }
  });

  test('continues after a crash with what is in the folder', async () => {
    answers['/a.mp4'] = (request, response, count) => {
      if (count === 1) send(request, response, 400_000);
      else caller.abort(new Error('killed'));
    };
    await expect(get('/a.mp4')).rejects.toThrow('killed');
    const { size } = await stat(join(folder, 'video.part'));
    caller = new AbortController();
    answers['/a.mp4'] = (request, response) => send(request, response);
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
    expect(requestsFor('/a.mp4').at(-1)?.headers.range).toBe(`bytes=${size}-`);
  });

  test('does not count as whole with a part of it, if the rest was asked for and nothing came', async () => {
    answers['/a.mp4'] = (request, response, count) => {
      if (count === 1) send(request, response, 400_000);
      else caller.abort();
    };
    await expect(get('/a.mp4')).rejects.toThrow();
    const silent = { download: async () => undefined as never, fetch: egress.fetch.bind(egress) };
    const options = { folder, signal: new AbortController().signal };
    const again = downloadVideo(`http://localhost:${server.port}/a.mp4`, silent, options, patience);
    await expect(again).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(existsSync(join(folder, 'video'))).toBe(false);
  });

  test('is not requested again once it is whole, nor when only the last step is missing', async () => {
    answers['/a.mp4'] = (request, response) => send(request, response);
    await get('/a.mp4');
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
    expect(requestsFor('/a.mp4')).toHaveLength(1);
  });

  test('that has changed meanwhile starts again', async () => {
    answers['/a.mp4'] = (request, response, count) =>
      count === 1 ? send(request, response, 100_000, '"old"') : send(request, response);
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
  });

  test.each([
    ['without entity tag and date', {}],
    ['with a weak entity tag', { etag: 'W/"one"' }],
  ])('starts again where a server cannot continue: %s', async (_what, headers) => {
    answers['/a.mp4'] = (_request, response, count) => {
      response.writeHead(200, { 'content-length': VIDEO.length, ...headers });
      response.write(VIDEO.subarray(0, 300_000), () =>
        count < 3 ? response.destroy() : response.end(VIDEO.subarray(300_000)),
      );
    };
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
    expect(requestsFor('/a.mp4').every(({ headers: sent }) => sent.range === undefined)).toBe(true);
  });

  test('starts again where a server answers with another part, or with none', async () => {
    answers['/a.mp4'] = (request, response, count) => {
      if (count === 1) return send(request, response, 200_000);
      if (count === 2) return response.writeHead(206, { 'content-range': 'bytes 5-9/1000024' }).end('wrong');
      if (count === 3) return send(request, response, 200_000);
      return count === 4 ? response.writeHead(416).end() : send(request, response);
    };
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
  });

  test('is waited for while a server is busy, but not for ever', async () => {
    answers['/a.mp4'] = (request, response, count) =>
      count < 3 ? response.writeHead(503).end() : send(request, response);
    expect(await isWhole((await get('/a.mp4')).path)).toBe(true);
    answers['/b.mp4'] = (_request, response) => response.writeHead(503).end();
    await expect(get('/b.mp4')).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
      message: 'The server answered 503 for the URL',
    });
    expect(requestsFor('/b.mp4')).toHaveLength(5);
  });

  test.each([
    [
      '/gone.mp4',
      (_: unknown, response: ServerResponse) => response.writeHead(410).end(),
      'UNREACHABLE',
      /answered 410/,
    ],
    ['/page', (_: unknown, response: ServerResponse) => response.end(PAGE), 'NOT_A_VIDEO', /leads to a web page/],
    [
      '/hls.mp4',
      (_: unknown, response: ServerResponse) => response.end('\ufeff#EXTM3U\n#EXTINF:9,\na.ts'),
      'MANIFEST',
      /playlist for streaming/,
    ],
    [
      '/dash.mp4',
      (_: unknown, response: ServerResponse) => response.end('<?xml version="1.0"?>\n<MPD type="static"></MPD>'),
      'MANIFEST',
      /playlist for streaming/,
    ],
    [
      '/concat.mp4',
      (_: unknown, response: ServerResponse) => response.end("ffconcat version 1.0\nfile '/etc/passwd'"),
      'MANIFEST',
      /a playlist/,
    ],
    ['/empty.mp4', (_: unknown, response: ServerResponse) => response.end(), 'NOT_A_VIDEO', /is empty/],
    ['/text.mp4', (_: unknown, response: ServerResponse) => response.end('Just words.'), 'NOT_A_VIDEO', /is a text/],
    [
      '/zip.mp4',
      (_: unknown, response: ServerResponse) => response.end(Buffer.from('504b0304140000000800', 'hex')),
      'NOT_A_VIDEO',
      /not a video, but application\/zip/,
    ],
    [
      '/large.mp4',
      (_: unknown, response: ServerResponse) => response.writeHead(200, { 'content-length': 501 * 2 ** 20 }).write('x'),
      'TOO_LARGE',
      /more than 500 MB/,
    ],
  ])('is none at %s, which is said at once', async (path, answer, code, message) => {
    answers[path] = answer;
    await expect(get(path)).rejects.toMatchObject({
      name: 'MediaError',
      code,
      message: expect.stringMatching(message) as string,
    });
    expect(requestsFor(path)).toHaveLength(1);
    expect(existsSync(join(folder, 'video'))).toBe(false);
  });

  test('is none if a web page never ends: it is not downloaded', async () => {
    answers['/endless'] = (_request, response) => {
      response.write(PAGE);
      const more = (): void => {
        while (!response.destroyed && response.write(' '.repeat(60_000)));
      };
      response.on('drain', more);
      more();
    };
    await expect(get('/endless')).rejects.toMatchObject({ code: 'NOT_A_VIDEO' });
    expect((await stat(join(folder, 'video.part'))).size).toBeLessThan(1_000_000);
  });

  test('of a private address is not fetched', async () => {
    const options = { folder, signal: caller.signal };
    await expect(downloadVideo('http://10.1.2.3/a.mp4', egress, options, patience)).rejects.toMatchObject({
      name: 'MediaError',
      code: 'UNREACHABLE',
    });
  });

  test('comes with the subtitles that lie beside it', async () => {
    const subtitles = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n';
    answers['/films/a.mp4'] = (request, response) => send(request, response);
    answers['/films/a.vtt'] = (_request, response) => response.end(PAGE);
    answers['/films/a.srt'] = (_request, response) => response.end(subtitles);
    const found = await get('/films/a.mp4?key=1');
    expect(await readFile(found.subtitles ?? '', 'utf8')).toBe(subtitles);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/films/a.mp4?key=1',
      '/films/a.vtt?key=1',
      '/films/a.srt?key=1',
    ]);
  });

  test('writes nothing but what belongs to it', async () => {
    answers['/a.mp4'] = (request, response) => send(request, response);
    await get('/a.mp4');
    expect((await readdir(folder)).toSorted()).toEqual(['video', 'video.json']);
  });
});
