import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Deadline, currentDeadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { ReadCoalescer } from '../../src/database/read-coalescer.ts';

interface Row {
  id: string;
  fields: { tags: string[] };
}

const deadlines: Deadline[] = [];
afterEach(() => {
  for (const deadline of deadlines.splice(0)) deadline.clear();
});

function inRequest<T>(work: () => T, milliseconds = 10_000): T {
  const deadline = new Deadline(milliseconds);
  deadlines.push(deadline);
  return withDeadline(deadline, work);
}

function reads() {
  const statements: string[][] = [];
  const read = async (ids: readonly string[]): Promise<Row[]> => {
    statements.push([...ids]);
    return ids.filter((id) => id !== 'unknown').map((id) => ({ id, fields: { tags: [id] } }));
  };
  return { statements, read };
}

describe('Rows by id', () => {
  test('reads the rows of all requests of a turn once, and those of later ones again', async () => {
    const reader = new ReadCoalescer();
    const { statements, read } = reads();
    const ask = (id: string) => inRequest(() => reader.findById('key', id, read));
    const asked = [ask('a'), ask('b'), ask('unknown')];
    // Not before the last caller has asked: what was committed until then is seen.
    expect(statements).toEqual([]);
    expect(await Promise.all(asked)).toMatchObject([{ id: 'a' }, { id: 'b' }, null]);
    expect(await ask('a')).toMatchObject({ id: 'a' });
    expect(statements).toEqual([['a', 'b', 'unknown'], ['a']]);
  });

  test('shares nothing between keys', async () => {
    const reader = new ReadCoalescer();
    const [one, other] = [reads(), reads()];
    await Promise.all([
      inRequest(() => reader.findById('one', 'a', one.read)),
      inRequest(() => reader.findById('other', 'a', other.read)),
    ]);
    expect([one.statements, other.statements]).toEqual([[['a']], [['a']]]);
  });

  test('gives each caller a row of its own', async () => {
    const reader = new ReadCoalescer();
    const { statements, read } = reads();
    const ask = () => inRequest(() => reader.findById('key', 'a', read));
    const [one, other] = await Promise.all([ask(), ask()]);
    one?.fields.tags.push('changed');
    expect(other).toEqual({ id: 'a', fields: { tags: ['a'] } });
    expect(statements).toEqual([['a']]);
  });

  test('does not let jobs, which have no deadline, wait for each other', async () => {
    const reader = new ReadCoalescer();
    const { statements, read } = reads();
    await Promise.all([reader.findById('key', 'a', read), reader.findById('key', 'b', read)]);
    expect(statements).toEqual([['a'], ['b']]);
  });

  test('ends with the last deadline of its callers, and not with a caller that disconnects', async () => {
    const reader = new ReadCoalescer();
    let deadline: Deadline | undefined;
    const read = async (): Promise<Row[]> => {
      deadline = currentDeadline();
      await delay(20);
      if (deadline?.endedBy) throw deadline.endedBy;
      return [];
    };
    const first = inRequest(() => reader.findById('key', 'a', read), 100);
    const second = inRequest(() => reader.findById('key', 'b', read), 5_000);
    deadlines[0]?.abort(new ServiceError('BAD_REQUEST', 'disconnected'));
    expect(await Promise.all([first, second])).toEqual([null, null]);
    const left = (deadline?.at ?? 0) - performance.now();
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThan(5_001);
  });

  test('fails for all of its callers, and is read again afterwards', async () => {
    const reader = new ReadCoalescer();
    const fail = () => Promise.reject(new Error('disconnected'));
    const asked = ['a', 'b'].map((id) => inRequest(() => reader.findById<Row>('key', id, fail)));
    expect(await Promise.allSettled(asked)).toMatchObject([
      { status: 'rejected', reason: { message: 'disconnected' } },
      { status: 'rejected', reason: { message: 'disconnected' } },
    ]);
    expect(await inRequest(() => reader.findById('key', 'a', reads().read))).toMatchObject({ id: 'a' });
  });
});

describe('One result', () => {
  test('is read once for the callers of a turn, and again for those after it', async () => {
    const reader = new ReadCoalescer();
    const begun: string[] = [];
    const ask = (key: string) => inRequest(() => reader.one(key, async () => `${key} ${begun.push(key)}`));
    const asked = [ask('a'), ask('b'), ask('a')];
    // Not before the last caller has asked.
    expect(begun).toEqual([]);
    expect(await Promise.all(asked)).toEqual(['a 1', 'b 2', 'a 1']);
    expect(await ask('a')).toBe('a 3');
  });

  test('does not let a caller wait for a read that has begun', async () => {
    const reader = new ReadCoalescer();
    const slow = Promise.withResolvers<number>();
    const begun = Promise.withResolvers<void>();
    const first = reader.one('a', () => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    expect(await reader.one('a', async () => 2)).toBe(2);
    slow.resolve(1);
    expect(await first).toBe(1);
  });

  test('is read again after a read that failed', async () => {
    const reader = new ReadCoalescer();
    await expect(reader.one('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await reader.one('a', async () => 1)).toBe(1);
  });

  test('ends with the last deadline of its callers, and has none if one of them has none', async () => {
    const reader = new ReadCoalescer();
    const read = async () => (currentDeadline()?.at ?? Infinity) - performance.now();
    const ask = (milliseconds: number) => inRequest(() => reader.one('a', read), milliseconds);
    const [left] = await Promise.all([ask(1_000), ask(5_000)]);
    expect(left).toBeGreaterThan(4_000);
    expect(await Promise.all([ask(1_000), reader.one('a', read)])).toEqual([Infinity, Infinity]);
  });
});
