import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteLine } from '../../../src/cli/transfer/lines.ts';
import { useOwnService } from '../../support/use-service.ts';
import { fillSite, upload } from './filled-site.ts';
import { withFilesOf } from './site-lines.ts';
import { Transfers, countImported, countItems } from './transfers.ts';
import { listenLocally } from '../../support/local-server.ts';

/** The importing process uploads to the URL by which the service names itself, which in tests knows no port. */
const publicServer = createServer((client) => {
  const upstream = connect(Number(new URL(service.url).port), '127.0.0.1');
  pipeline(client, upstream, client, () => {});
});
const port = await listenLocally(publicServer);
afterAll(() => void publicServer.close());
const service = useOwnService({ PUBLIC_URL: `http://127.0.0.1:${port}` });
/** The full form is 100,000 items. */
const ITEMS = Number(process.env['IMPORT_ITEMS'] ?? 600);
const PATIENCE_MS = Math.max(120_000, ITEMS * 40);

let transfers: Transfers;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-transfer-'));
  transfers = new Transfers(service, folder, port);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test(
  `an import of ${ITEMS} items that is killed again and again writes each once`,
  { timeout: PATIENCE_MS },
  async () => {
    const site = await service.site();
    const lines = Array.from({ length: ITEMS }, (_, index) => ({
      kind: 'content',
      externalId: `item-${index}`,
      type: 'article',
      title: `Item ${index}`,
      content: `Body ${index}`,
      status: index % 2 === 0 ? 'published' : 'draft',
      aiIndexed: false,
      createdAt: '2015-05-05T05:05:05.000Z',
      customFields: index === 0 ? {} : { previous: `item-${index - 1}` },
    }));
    const file = await transfers.writeLines('killed.ndjson', lines);
    let kills = 0;
    for (const share of [0.2, 0.5, 0.8]) {
      const child = transfers.startImport(site, file);
      while ((await countImported(file)) < ITEMS * share && child.exitCode === null) await delay(2);
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'close');
      }
      if (child.signalCode === 'SIGKILL') kills += 1;
    }
    expect(kills).toBeGreaterThan(0);
    const { code, output } = await transfers.runImport(site, file);
    expect([code, output]).toEqual([0, expect.stringMatching(/^Resuming after line \d+\.[^]*failed 0\.\n$/)]);
    expect(await countItems(site)).toEqual({ total: ITEMS, externalIds: ITEMS, revisions: 1 });
    const again = await transfers.runImport(site, file);
    expect(again.output).toContain('Created 0, changed 0, found 0, failed 0.');
    const other = await service.site();
    expect((await transfers.runImport(other, file)).output).toContain('is of an import into another site');
  },
);

describe('a whole site', () => {
  test('comes back with types, collections, files, references, dates and restricted items', async () => {
    const from = await service.site();
    await from.create('/content-types', {
      name: 'Story',
      slug: 'story',
      fields: [
        { name: 'author', label: 'Author', type: 'reference', validation: { required: true } },
        { name: 'related', label: 'Related', type: 'references' },
      ],
    });
    await from.graphql('mutation { createCollection(input: { name: "News", slug: "news", order: 3 }) { id } }');
    const top = await from.create('/assets/folders', { name: 'Top', slug: 'top' });
    const inner = await from.create('/assets/folders', { name: 'Inner', slug: 'inner', parentId: top._id });
    const url = await upload(from, 'note.txt', inner._id);

    const { data } = await from.graphql<{ collections: { items: { id: string }[] } }>(
      '{ collections { items { id } } }',
    );
    const collectionId = data?.collections.items[0]?.id;
    const item = (externalId: string, more: object) =>
      from.create('/content', { externalId, type: 'story', title: externalId, ...more });
    const first = await item('first', { createdAt: '2010-01-01T00:00:00.000Z', collectionId, sortOrder: 2 });
    const second = await item('second', {
      status: 'published',
      publishedAt: '2011-01-01T00:00:00.000Z',
      accessLevel: 'subscription',
      requiredSubscriptions: ['gold'],
      content: `<a href="${url}?w=100">note</a>`,
      customFields: { author: first._id, free: 1 },
    });
    await from.put(`/content/${first._id}`, {
      status: 'published',
      customFields: { author: second._id, related: [first._id, second._id] },
    });

    const swedish = await item('swedish', { language: 'sv' });
    const later = await item('later', {});
    await from.put(`/content/${swedish._id}`, { translationOf: later._id });
    await item('danish', { language: 'da', translationOf: swedish._id });
    const gone = await item('gone', {});
    await item('norwegian', { language: 'no', translationOf: gone._id });
    await item('finnish', { language: 'fi', translationOf: gone._id });
    await from.delete(`/content/${gone._id}`);

    const files = transfers.file('files');
    const lines = await transfers.exportOf(from, 'site.ndjson', files);
    const into = await service.site();
    const imported = await transfers.runImport(into, '--files', files, transfers.file('site.ndjson'));
    const errors = await readFile(transfers.file('site.ndjson.errors.ndjson'), 'utf8').catch(() => '');
    expect({ ...imported, errors }).toMatchObject({ code: 0, errors: '' });

    const copy = await transfers.exportOf(into, 'copy.ndjson');
    const asset = copy.find(({ kind }) => kind === 'asset') as Extract<SiteLine, { kind: 'asset' }>;
    expect(await (await fetch(asset.url)).text()).toBe('A note.');
    // Only what is changed after all items has another time of its last change.
    const comparable = (all: SiteLine[]) =>
      all.map((line) => (line.kind === 'content' && line['status'] === 'draft' ? { ...line, updatedAt: '' } : line));
    expect(comparable(copy)).toEqual(comparable(withFilesOf(copy, lines)));
    const translations = copy.flatMap((line) =>
      'externalId' in line && line['translationOf'] ? [[line.kind, line.externalId, line['translationOf']]] : [],
    );
    expect(translations).toEqual([
      ['content', 'danish', 'later'],
      ['content', 'finnish', 'norwegian'],
      ['references', 'swedish', 'later'],
    ]);
    expect(new Set(copy.map(({ kind }) => kind))).toEqual(
      new Set(['site', 'contentType', 'collection', 'folder', 'asset', 'content', 'references', 'processedFile']),
    );
  });

  test('comes back with its agent, its settings and the ids of its files; secrets are left out', async () => {
    const from = await service.site();
    const analysisConfig = { segmentDuration: 30, detectTechniques: false };
    const cover = await fillSite(from, { analysisConfig });

    const files = transfers.file('agent-files');
    const lines = await transfers.exportOf(from, 'agent.ndjson', files);
    expect(JSON.stringify(lines)).not.toMatch(/top-secret-value|signingSecret|svc_sdk_/);
    const into = await service.site();
    const wrong = await transfers.runImport(into, '--site', from.id, '--files', files, transfers.file('agent.ndjson'));
    expect(wrong.code).toBe(1);
    expect(await readFile(transfers.file('agent.ndjson.errors.ndjson'), 'utf8')).toContain('is not a key of the site');
    await rm(transfers.file('agent.ndjson.progress'));
    await rm(transfers.file('agent.ndjson.errors.ndjson'));
    const imported = await transfers.runImport(
      into,
      '--site',
      into.id,
      '--files',
      files,
      transfers.file('agent.ndjson'),
    );
    const errors = await readFile(transfers.file('agent.ndjson.errors.ndjson'), 'utf8').catch(() => '');
    expect({ ...imported, errors }).toMatchObject({ code: 0, errors: '' });
    expect(wrong.output).toContain('Set the values of its headers Authorization');

    const copy = await transfers.exportOf(into, 'agent-copy.ndjson');
    expect(copy).toEqual(withFilesOf(copy, lines));
    const kinds = copy.map(({ kind }) => kind).filter((kind) => !['contentType', 'asset', 'folder'].includes(kind));
    expect(kinds).toEqual([
      'site',
      'folderCover',
      'content',
      'persona',
      'document',
      'document',
      'webhookTool',
      'trigger',
      'trigger',
      'trigger',
      'processedFile',
      'video',
    ]);
    expect(copy).toContainEqual(expect.objectContaining({ kind: 'processedFile', metadata: { title: 'Cover' } }));
    const video = { kind: 'video', title: 'Class', accessLevel: 'premium' };
    expect(copy).toContainEqual(
      expect.objectContaining({ ...video, analysisConfig: expect.objectContaining(analysisConfig) as object }),
    );
    const keyword = copy.find((line) => line.kind === 'trigger' && line['type'] === 'keyword');
    expect(keyword).toMatchObject({
      response: { contentId: { externalId: 'story' } },
      actions: [{ payload: { contentId: { externalId: 'story' } } }, { payload: { productId: 'sku-1' } }],
    });
    const item = copy.find(({ kind }) => kind === 'content') as unknown as { customFields: { cover: string } };
    const file = copy.find(({ kind }) => kind === 'asset') as Extract<SiteLine, { kind: 'asset' }>;
    expect(item.customFields).toEqual({ cover: file.id });
    expect(file.id).not.toBe(cover);
  });

  test('lines that fail are named, the others are imported; --update changes items that exist', async () => {
    const site = await service.site();
    const line = (externalId: string, more: object = {}) => ({
      kind: 'content',
      externalId,
      type: 'article',
      title: 'T',
      ...more,
    });
    const file = await transfers.writeLines('wrong.ndjson', [
      line('a'),
      line('b', { type: 'none' }),
      { kind: 'unknown' },
      line('c', { collection: 'none' }),
      line('a', { title: 'Changed' }),
      line('d'),
    ]);
    const { code, output } = await transfers.runImport(site, '--update', file);
    expect([code, output]).toEqual([1, expect.stringContaining('Created 2, changed 1, found 0, failed 3.')]);
    const errors = await readFile(`${file}.errors.ndjson`, 'utf8');
    expect(
      errors
        .trim()
        .split('\n')
        .map((text) => (JSON.parse(text) as { line: number }).line),
    ).toEqual([2, 3, 4]);
    const { body } = await site.get<{ title: string }[]>('/content?sort=title&sortDir=asc');
    expect(body.data.map(({ title }) => title)).toEqual(['Changed', 'T']);
  });
});
