import { hash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mp4 } from '../../features/asset/sample-files.ts';
import { demoKey, install } from '../support/installation.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

/** `BIG_UPLOAD_MB=500` sends 500, the most that the interface takes. */
const SIZE_MB = Number(process.env['BIG_UPLOAD_MB'] ?? 60);
/**
 * Beyond what the process has needed to start, which grows with the service. Buffers that wait for a collection are 80 to 140 MB of
 * it, on a busy machine more than on an idle one, and as much for 250 MB as for 500.
 */
const MAX_MEMORY_MB = 170;
const MB = 1024 * 1024;

let dataDir: string;
let service: ServiceProcess;
let key: string;
let idleMemory: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-big-'));
  await install(dataDir);
  await start();
  key = await demoKey(dataDir);
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  service = await startProcess({ DATA_DIR: dataDir });
  idleMemory = await peakMemory();
}

/** The file, a megabyte at a time, because not even this test may hold it in memory. */
function* film(from = 0, to = SIZE_MB): Generator<Buffer> {
  for (let piece = from; piece < to; piece++) yield piece === 0 ? mp4(MB) : Buffer.alloc(MB, piece);
}

function* inForm(): Generator<Buffer> {
  yield Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n',
  );
  yield* film();
  yield Buffer.from('\r\n--x--\r\n');
}

async function send(url: string, method: string, headers: Record<string, string>, content: Iterable<Buffer>) {
  const body = Readable.toWeb(Readable.from(content)) as unknown as ReadableStream;
  const init = { method, headers: { 'x-svc-api-key': key, ...headers }, body, duplex: 'half' as const };
  const response = await fetch(url, init);
  const answer = (await response.json()) as { error?: string; data: { key: string } };
  expect([response.status, answer.error]).toEqual([200, undefined]);
  return answer.data.key;
}

async function grant(more: object): Promise<{ key: string; uploadUrl: string; resumableUrl: string }> {
  const response = await fetch(`${service.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'film.mp4', contentType: 'video/mp4', ...more }),
  });
  const { data } = (await response.json()) as { data: Record<string, string> };
  const path = (url = 'x:') => new URL(url).pathname + new URL(url).search;
  return {
    key: data['key'] ?? '',
    uploadUrl: path(data['uploadUrl']),
    resumableUrl: path(data['resumableUrl'] ?? 'x:'),
  };
}

function patch(path: string, offset: number, content: Iterable<Buffer>): Promise<Response> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
  const body = Readable.toWeb(Readable.from(content)) as unknown as ReadableStream;
  return fetch(service.url + path, { method: 'PATCH', headers, body, duplex: 'half' as const });
}

const uploads = {
  async form() {
    return send(
      `${service.url}/api/sdk/assets/upload`,
      'POST',
      { 'content-type': 'multipart/form-data; boundary=x' },
      inForm(),
    );
  },
  async grant() {
    const { uploadUrl } = await grant({});
    return send(service.url + uploadUrl, 'PUT', { 'content-type': 'video/mp4' }, film());
  },
  /** The process is killed while the bytes arrive. */
  async resumable() {
    const { key: fileKey, resumableUrl } = await grant({ size: SIZE_MB * MB });
    const broken = patch(resumableUrl, 0, film(0, SIZE_MB - 10)).catch(() => null);
    const parts = join(dataDir, 'files', 'parts', fileKey);
    const count = async () => (await readdir(parts).catch(() => [])).length;
    // A part is stored before it counts, and the next one begins after.
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(2);
    service.child.kill('SIGKILL');
    await broken;
    await start();
    const { headers } = await fetch(service.url + resumableUrl, { method: 'HEAD' });
    const offset = Number(headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(16 * MB);
    const { status } = await patch(resumableUrl, offset, film(offset / MB));
    expect(status).toBe(204);
    return fileKey;
  },
};

test.each(['form', 'grant', 'resumable'] as const)(
  `a file of ${SIZE_MB} MB by %s arrives as it was, and takes less than ${MAX_MEMORY_MB} MB of memory`,
  async (way) => {
    const started = performance.now();
    const uploaded = await uploads[way]();
    const seconds = (performance.now() - started) / 1000;
    const peak = await peakMemory();
    process.stdout.write(`${way}: ${(SIZE_MB / seconds).toFixed(0)} MB/s, peak ${peak.toFixed(0)} MB\n`);
    expect(peak - idleMemory).toBeLessThan(MAX_MEMORY_MB);
    const pieces = film();
    let [rest, total] = [Buffer.alloc(0), 0];
    const response = await fetch(`${service.url}/cdn/${uploaded}`);
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= MB; rest = rest.subarray(MB)) {
        if (sum(rest.subarray(0, MB)) !== sum(pieces.next().value as Buffer)) throw new Error(`Piece ${total} differs`);
        total += 1;
      }
    }
    expect([total, rest.length]).toEqual([SIZE_MB, 0]);
    expect((await peakMemory()) - idleMemory).toBeLessThan(MAX_MEMORY_MB);
  },
);

function sum(piece: Buffer): string {
  return hash('sha1', piece);
}

/** The most memory that the process has ever had at a time, in MB, as Linux counts it. */
async function peakMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.child.pid}/status`, 'utf8').catch(() => 'VmHWM: 0 kB');
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
