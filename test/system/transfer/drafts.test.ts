import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createType } from '../../features/content/items.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { Transfers } from './transfers.ts';

const service = useOwnService();
let transfers: Transfers;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-drafts-'));
  transfers = new Transfers(service, folder, Number(new URL(service.url).port));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const FIELDS = [
  { name: 'rating', type: 'number' },
  { name: 'color', type: 'text' },
  { name: 'next', type: 'reference' },
  { name: 'related', type: 'references' },
];

async function createStory(site: TestSite, externalId: string, more: object = {}) {
  return site.create('/content', { externalId, type: 'story', title: externalId, status: 'published', ...more });
}

async function saveDraft(site: TestSite, { _id }: { _id: string }, draft: object): Promise<void> {
  expect(await site.put(`/content/${_id}/draft`, draft)).toMatchObject({ status: 200 });
}

/** Items with drafts of every kind, and one without. */
async function fillSite(site: TestSite): Promise<void> {
  await createType(site, 'story', FIELDS);
  const gone = await createStory(site, 'gone');
  const open = await createStory(site, 'open', { content: 'Live body', customFields: { rating: 1, color: 'red' } });
  const closed = await createStory(site, 'closed', { accessLevel: 'premium' });
  const unpublished = await createStory(site, 'unpublished', { status: 'draft' });
  const trashed = await createStory(site, 'trashed');
  const later = await createStory(site, 'later');
  const customFields = { rating: 5, color: null, next: later._id, related: [gone._id, closed._id] };
  const access = { accessLevel: 'subscription', requiredSubscriptions: ['gold'] };
  await saveDraft(site, open, { title: 'Drafted', content: 'Drafted body', customFields, ...access });
  await saveDraft(site, closed, { customFields: { next: gone._id } });
  await saveDraft(site, unpublished, { excerpt: 'Drafted excerpt' });
  await saveDraft(site, trashed, { title: 'Trashed with its item' });
  for (const { _id } of [gone, trashed]) await site.delete(`/content/${_id}`);
}

test('drafts move with their items: each once, with references to items that come later, and live values unchanged', async () => {
  const from = await service.site();
  await fillSite(from);
  const drafts = [
    {
      kind: 'draft',
      externalId: 'open',
      title: 'Drafted',
      content: 'Drafted body',
      accessLevel: 'subscription',
      requiredSubscriptions: ['gold'],
      customFields: { rating: 5, color: null, next: { externalId: 'later' }, related: [{ externalId: 'closed' }] },
    },
    { kind: 'draft', externalId: 'closed' },
    { kind: 'draft', externalId: 'unpublished', excerpt: 'Drafted excerpt' },
  ];
  const exported = await transfers.exportOf(from, 'site.ndjson');
  expect(exported.filter(({ kind }) => kind === 'draft')).toEqual(drafts);
  expect(JSON.stringify(exported)).not.toContain('Trashed with its item');

  const into = await service.site();
  const file = transfers.file('site.ndjson');
  const first = await transfers.runImport(into, file);
  expect(first).toMatchObject({ code: 0, output: expect.stringMatching(/Created 8, .*failed 0\./) as string });
  const copy = await transfers.exportOf(into, 'copy.ndjson');
  expect(copy.filter(({ kind }) => kind === 'draft')).toEqual(drafts);
  const { body } = await into.get<{ externalId: string; title: string; customFields: object }[]>('/content?type=story');
  expect(body.data.find(({ externalId }) => externalId === 'open')).toMatchObject({
    title: 'open',
    customFields: { rating: 1, color: 'red' },
  });

  const revisions = await revisionsOf(into);
  // As after an interruption that came before anything was noted.
  await rm(`${file}.progress`);
  expect((await transfers.runImport(into, file)).output).toMatch(/found 7, failed 0\./);
  expect(await revisionsOf(into)).toEqual(revisions);
});

test('an existing draft is kept, and changed with --update; a draft of an unknown item fails alone', async () => {
  const site = await service.site();
  const item = await site.create('/content', { externalId: 'known', type: 'article', title: 'T', status: 'published' });
  await saveDraft(site, item, { title: 'Of this site' });
  const lines = [
    { kind: 'draft', externalId: 'unknown', title: 'Of nothing' },
    { kind: 'draft', externalId: 'known', title: 'Imported' },
  ];
  const title = async () => {
    const { body } = await site.get<{ values: { title: string } }>(`/content/${item._id}/draft`);
    return body.data.values.title;
  };
  const kept = await transfers.runImport(site, await transfers.writeLines('kept.ndjson', lines));
  expect([kept.code, kept.output, await title()]).toEqual([
    1,
    expect.stringContaining('Created 0, changed 0, found 1, failed 1.'),
    'Of this site',
  ]);
  const changed = await transfers.runImport(site, '--update', await transfers.writeLines('changed.ndjson', lines));
  expect([changed.output, await title()]).toEqual([
    expect.stringContaining('Created 0, changed 1, found 0, failed 1.'),
    'Imported',
  ]);
});

test('a text that is no id, in a field that has become one of references, does not end the export', async () => {
  const site = await service.site();
  await createType(site, 'note', [{ name: 'next', type: 'text' }]);
  const item = await site.create('/content', {
    externalId: 'note',
    type: 'note',
    title: 'Note',
    customFields: { next: 'soon' },
  });
  const fields = [{ name: 'next', label: 'Next', type: 'reference' }];
  expect((await site.put('/content-types/note', { fields })).status).toBe(200);
  const lines = await transfers.exportOf(site, 'note.ndjson');
  expect(lines).toContainEqual(expect.objectContaining({ externalId: 'note', customFields: {} }));
  expect(item).toMatchObject({ customFields: { next: 'soon' } });
});

function revisionsOf(site: TestSite): Promise<object[]> {
  return site.service.app.database
    .forSite(site.id, 'background')
    .rows('select id, revision from content_draft where site_id = $1 order by id', [site.id]);
}

test('a line that would be changed without notice fails alone, and says where', async () => {
  const site = await service.site();
  const line = (externalId: string, title: string, number = '1') =>
    `{"kind":"content","externalId":"${externalId}","type":"article","title":"${title}","customFields":{"a":[${number}]}}\n`;
  const file = transfers.file('changed-values.ndjson');
  const latin1 = Buffer.from(line('latin1', 'Größe'), 'latin1');
  const text = [line('number', 'Number', '9007199254740993'), line('whole', 'Größe \u2028 😀')].map((each) =>
    Buffer.from(each),
  );
  await writeFile(file, Buffer.concat([latin1, ...text]));
  const { code, output } = await transfers.runImport(site, file);
  expect([code, output]).toEqual([1, expect.stringContaining('Created 1, changed 0, found 0, failed 2.')]);
  const errors = await readFile(`${file}.errors.ndjson`, 'utf8');
  expect(errors).toContain('line.customFields.a[0]');
  expect(errors).toContain('UTF-8');
  const { body } = await site.get('/content');
  expect(body.data).toMatchObject([{ externalId: 'whole', title: 'Größe \u2028 😀' }]);
});
