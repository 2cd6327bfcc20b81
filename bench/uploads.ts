import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createSite } from './eval/client.ts';
import { startOwnService } from './eval/service.ts';
import { type Row, alternate } from './alternate.ts';

const MB = 1024 * 1024;
const SIZE_MB = 100;

/** Megabytes taken in a second, by the service in both its forms and by bare `node:http` that writes to disk and renames. */
export async function benchUploads(): Promise<Row[]> {
  const service = await startOwnService();
  const plain = await startPlain();
  try {
    const { client, key } = await createSite(service.url, service.adminKey);
    const bare = () => speed(() => send(`${plain.url}/file`, 'PUT', {}, film()));
    const form = await alternate({ bare, service: () => speed(() => sendForm(service.url, key)) });
    const grant = await alternate({
      bare,
      service: async () => {
        const { data } = await client.call<{ data: { uploadUrl: string } }>('POST', '/api/sdk/assets/upload', {
          filename: 'film.mp4',
          contentType: 'video/mp4',
        });
        const { pathname, search } = new URL(data.uploadUrl);
        return speed(() => send(service.url + pathname + search, 'PUT', { 'content-type': 'video/mp4' }, film()));
      },
    });
    const unit = 'MB/s';
    return [
      { what: `${SIZE_MB} MB in a form`, unit, ...form },
      { what: `${SIZE_MB} MB with a grant`, unit, ...grant },
    ];
  } finally {
    await service.remove();
    await plain.stop();
  }
}

async function speed(upload: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await upload();
  return SIZE_MB / ((performance.now() - started) / 1000);
}

function sendForm(url: string, key: string): Promise<void> {
  const headers = { 'x-svc-api-key': key, 'content-type': 'multipart/form-data; boundary=x' };
  return send(`${url}/api/sdk/assets/upload`, 'POST', headers, inForm());
}

async function send(url: string, method: string, headers: Record<string, string>, content: Iterable<Buffer>) {
  const body = Readable.toWeb(Readable.from(content)) as unknown as ReadableStream;
  const response = await fetch(url, { method, headers, body, duplex: 'half' });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
}

const FILM = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex');

function* film(): Generator<Buffer> {
  yield Buffer.concat([FILM, Buffer.alloc(MB - FILM.length)]);
  const piece = Buffer.alloc(MB, 1);
  for (let sent = 1; sent < SIZE_MB; sent++) yield piece;
}

function* inForm(): Generator<Buffer> {
  yield Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n');
  yield* film();
  yield Buffer.from('\r\n--x--\r\n');
}

/** The least that is as safe: on disk before it is answered, under its name only when it is whole. */
async function startPlain(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
  const server = createServer((request, response) => {
    const temporary = join(dir, randomUUID());
    pipeline(request, createWriteStream(temporary, { flush: true }))
      .then(() => rename(temporary, `${temporary}.done`))
      .then(() => response.end('{}'))
      .catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
