import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { useOwnService } from '../../support/use-service.ts';
import { rowsOf } from '../../features/idempotency/requests.ts';
import { Transfers } from './transfers.ts';
import { listenLocally, portOf } from '../../support/local-server.ts';

/** The importing process uploads to the URL by which the service names itself. */
const publicServer = createTcpServer((client) => {
  const upstream = connect(Number(new URL(service.url).port), '127.0.0.1');
  pipeline(client, upstream, client, () => {});
});
await listenLocally(publicServer);
const service = useOwnService({ PUBLIC_URL: `http://127.0.0.1:${portOf(publicServer)}` });

let folder: string;
let internal: Server;
let source: Server;
const requests: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
  internal = createServer((request, response) => {
    requests.push(`internal ${request.url}`);
    response.end('Secret of an internal service.');
  });
  source = createServer((request, response) => {
    requests.push(`source ${request.url}`);
    if (request.url === '/moved') response.writeHead(302, { location: `http://127.0.0.1:${portOf(internal)}/` });
    response.end('A note.');
  });
  await Promise.all([listenLocally(internal), listenLocally(source)]);
});
afterAll(async () => {
  for (const server of [internal, source, publicServer]) server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => void requests.splice(0));

const lineOf = (url: string, key = 'note.txt') => ({
  kind: 'asset',
  url,
  key,
  fileName: 'note.txt',
  contentType: 'text/plain',
  folder: null,
});

describe('a file that is read from its URL', () => {
  test.each(['127.0.0.1', 'localhost', '[::1]', '0x7f000001'])('is not read from the private host %s', async (host) => {
    const site = await service.site();
    const transfers = new Transfers(service, folder, 0);
    const file = await transfers.writeLines(`${host}.ndjson`, [lineOf(`http://${host}:${portOf(internal)}/`)]);
    const { code } = await transfers.runImport(site, file);
    expect([code, requests, await liveFiles(site)]).toEqual([1, [], 0]);
    expect(await readFile(`${file}.errors.ndjson`, 'utf8')).toContain('url must');
  });

  test('is read from a host that the operator has allowed, which does not lead to others', async () => {
    const site = await service.site();
    const allowed = `127.0.0.1:${portOf(source)}`;
    const transfers = new Transfers(service, folder, 0, { OUTBOUND_ALLOW_HOSTS: allowed });
    const lines = [lineOf(`http://${allowed}/note`), lineOf(`http://${allowed}/moved`)];
    const file = await transfers.writeLines('allowed.ndjson', lines);
    const { code, output } = await transfers.runImport(site, file);
    expect([code, output]).toEqual([1, expect.stringContaining('Created 1, changed 0, found 0, failed 1.')]);
    expect(requests).toContain('source /note');
    expect(requests.filter((each) => each.startsWith('internal'))).toEqual([]);
    expect(await liveFiles(site)).toBe(1);
  });
});

test('a file of the folder is not read through a link to elsewhere', async () => {
  const site = await service.site();
  const transfers = new Transfers(service, folder, 0);
  const files = transfers.file('files');
  await mkdir(files);
  await writeFile(transfers.file('secret.txt'), 'Secret of the machine.');
  await symlink(transfers.file('secret.txt'), join(files, 'link.txt'));
  await symlink(folder, join(files, 'above'));
  await writeFile(join(files, 'note.txt'), 'A note.');
  const keys = ['note.txt', 'link.txt', 'above/secret.txt', '../secret.txt', '.'];
  const file = await transfers.writeLines(
    'links.ndjson',
    keys.map((key) => lineOf(`https://files.example/${key}`, key)),
  );
  const { code, output } = await transfers.runImport(site, '--files', files, file);
  expect([code, output]).toEqual([1, expect.stringContaining('Created 1, changed 0, found 0, failed 4.')]);
  expect(await liveFiles(site)).toBe(1);
});

async function liveFiles(site: Parameters<typeof rowsOf>[0]): Promise<number> {
  const [row] = await site.service.app.database
    .forSite(site.id, 'background')
    .rows<{ count: number }>(`select count(*)::int as count from asset where site_id = $1 and status = 'live'`, [
      site.id,
    ]);
  return row?.count ?? 0;
}
