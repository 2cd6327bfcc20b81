import { expect, test } from 'vitest';
import { VectorSpaces } from '../../../src/features/knowledge/vector-spaces.service.ts';
import type { EmbeddingModel, OpenVectorSpace } from '../../../src/ports/vector-space.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { useOwnService } from '../../support/use-service.ts';

const service = useOwnService();

test('while the index of a former model is removed, sources are indexed, and the model is not used again', async () => {
  const { database, features } = service.app;
  const [active] = features.vectors.all;
  if (!active) throw new Error('No model is searched');
  const former = { model: 'former-1', dimensions: 8, folder: null };
  const { model, dimensions, folder } = active;
  const used = { model, dimensions, folder };
  await database.system.rows('update embedding_state set former = $1', [JSON.stringify([former, used])]);

  const events: string[] = [];
  const removing = Promise.withResolvers<void>();
  const removed = Promise.withResolvers<void>();
  const openSpace: OpenVectorSpace = async (model) => ({
    ...active,
    ...model,
    openIndex: async () => ({ rebuilt: false, confirmRebuilt: async () => {} }),
    close: async () => {},
    removeIndex: async () => {
      removing.resolve();
      await removed.promise;
      events.push('removed');
    },
  });
  const spaceOf = async (model: EmbeddingModel) =>
    new VectorSpaces({
      database,
      jobs: features.jobs,
      space: await openSpace(model),
      openSpace,
      log: createLogger('silent'),
    });

  const removal = (await spaceOf(active)).removeFormer();
  await removing.promise;
  const site = await service.site();
  await site.create('/knowledge/documents', { title: 'Lever', content: 'About the lever.' });
  await site.indexed();
  const { body } = await site.post<{ results: unknown[] }>('/rag/search', { query: 'lever' });
  expect(body.data.results).toHaveLength(1);

  const begun = (await spaceOf(former)).begin().then(() => events.push('begun'));
  await expect.poll(async () => waitingForLock()).toBe(1);
  removed.resolve();
  expect(await removal).toBe(1);
  await begun;
  expect(events).toEqual(['removed', 'begun']);
  // Models that are used are not removed: they stay until they are replaced.
  const [state] = await database.system.rows('select former, next from embedding_state');
  expect(state).toMatchObject({ former: [{ model: active.model }], next: { model: 'former-1' } });

  async function waitingForLock(): Promise<number> {
    const [row] = await database.system.rows<{ waiting: number }>(
      `select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return row?.waiting ?? 0;
  }
});
