import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/shared/errors.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabase } from '../support/use-database.ts';

const database = useDatabase();

/** As PostgreSQL aborts a transaction. */
const raise = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`;

describe('a transaction that PostgreSQL aborts for a concurrent one', () => {
  test('is run again: two that lock in opposite orders both succeed', async () => {
    const both = Promise.withResolvers<void>();
    let locked = 0;
    const attempts = { a: 0, b: 0 };
    const write = (first: 'a' | 'b', second: string) =>
      database.system.write(async (tx) => {
        attempts[first]++;
        await tx.lock(first);
        if (++locked === 2) both.resolve();
        await both.promise;
        await tx.lock(second);
        return first;
      });
    expect(await Promise.all([write('a', 'b'), write('b', 'a')])).toEqual(['a', 'b']);
    expect(attempts.a + attempts.b).toBeGreaterThan(2);
  });

  test.each(['40001', '40P01'])(
    '%s: is run again from its beginning, and what waits for the commit once',
    async (code) => {
      const [order, failures] = [[] as string[], [code, code]];
      await database.system.write(async (tx) => {
        tx.afterCommit(() => order.push('committed'));
        order.push('begun');
        const failure = failures.pop();
        if (failure) await tx.rows(raise(failure));
      });
      expect(order).toEqual(['begun', 'begun', 'begun', 'committed']);
    },
  );

  test('a savepoint is run again with the transaction around it', async () => {
    let begun = 0;
    const written = database.system.write(async (tx) => {
      begun++;
      await database.system.withTransaction(tx).write((inner) => inner.rows(begun === 1 ? raise('40P01') : 'select 1'));
      return begun;
    });
    expect(await written).toBe(2);
  });

  test('one that is aborted each time is UNAVAILABLE with a time for the next attempt, as is a single statement', async () => {
    const busy = new ServiceError('UNAVAILABLE', 'The database is busy with other writes of the same kind');
    await expect(database.system.write((tx) => tx.rows(raise('40P01')))).rejects.toEqual(busy);
    await expect(database.system.change(raise('40001'), [])).rejects.toEqual(busy);
    expect(busy.retryAfterSeconds).toBe(2);
  });

  test('other errors end it at once', async () => {
    let begun = 0;
    const failing = database.system.write(async (tx) => {
      begun++;
      await tx.rows(raise('23505'));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(begun).toBe(1);
  });
});

test('what is written for a site that does not exist is NOT_FOUND', async () => {
  const siteId = newId();
  const writing = database.forSite(siteId, 'background').write(async (tx) => {
    await tx.rows(
      `insert into collection (id, site_id, name, slug, sort_order, created_at, updated_at)
       values ($1, $2, 'C', 'c', 1, now(), now())`,
      [newId(), siteId],
    );
  });
  await expect(writing).rejects.toEqual(new ServiceError('NOT_FOUND', 'Site not found'));
});
