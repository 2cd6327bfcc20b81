import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';
import { Database } from '../../../src/database/database.ts';
import type { AccessLevel } from '../../../src/access/access-level.ts';
import { entities } from '../../../src/features/features.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { SourceService } from '../../../src/features/knowledge/source.service.ts';
import { newId } from '../../../src/shared/ids.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { insertSite } from '../../support/site-row.ts';
import { fixedVectors } from '../../support/fixed-vectors.ts';

const SITE = newId();
const SOURCE = newId();

test('a text written between the look at the access level and the reading is never indexed under the former level', async () => {
  const place = await createTestDatabase();
  const dir = await mkdtemp(join(tmpdir(), 'lectern-access-'));
  const embedder = createLocalEmbedder();
  const { dimensions, model } = embedder;
  const { index } = await openEmbeddedVectorIndex({ dir, dimensions, model });
  const database = await Database.connect({ ...place, database: place.name }, entities);
  try {
    await insertSite(database.system, { id: SITE });
    const jobs = new JobService(database, { dispatch: () => {} });
    const sources = new SourceService(jobs);
    let text = 'an open harvest';
    const write = async (accessLevel: AccessLevel, now: string) => {
      const names = { kind: 'document' as const, title: 'T', fileName: 'T', contentType: 'document' };
      await database
        .forSite(SITE, 'background')
        .write((tx) => sources.put(tx, { id: SOURCE, ...names, accessLevel, requiredSubscriptions: [] }));
      text = now;
    };
    let meanwhile = () => write('premium', 'a secret harvest');
    const read = async () => {
      await meanwhile();
      meanwhile = async () => {};
      return { title: 'T', blocks: [{ kind: 'paragraph' as const, text }], embed: true };
    };
    const handler = new IndexSource(database, fixedVectors(index, embedder), { document: { read } });
    const runNext = async () => {
      const [job] = await jobs.claim(1);
      await handler.run(job as Job, new AbortController().signal);
      await jobs.complete(job as Job);
    };
    const foundAt = (levels: AccessLevel[]) =>
      index.search(SITE, {
        mode: 'keyword',
        text: 'secret',
        filter: { access: { levels, subscriptions: [] } },
        limit: 9,
      });

    await write('public', text);
    await runNext();
    expect(await foundAt(['public'])).toEqual([]);
    await runNext();
    expect(await foundAt(['public'])).toEqual([]);
    expect(await foundAt(['public', 'premium'])).toHaveLength(1);
  } finally {
    await index.close();
    await database.close();
    await place.drop();
    await rm(dir, { recursive: true, force: true });
  }
});
