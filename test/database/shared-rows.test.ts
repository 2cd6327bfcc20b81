import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Deadline, currentDeadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { SharedRows } from '../../src/database/shared-rows.ts';

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

describe('SharedRows', () => {
  test('reads the rows of all requests of a turn once, and those of later ones again', async () => {
    const rows = new SharedRows<Row>();
    const { statements, read } = reads();
    const ask = (id: string) => inRequest(() => rows.get('key', id, read));
    const asked = [ask('a'), ask('b'), ask('unknown')];
    // Not before the last caller has asked: what was committed until then is seen.
    expect(statements).toEqual([]);
    expect(await Promise.all(asked)).toMatchObject([{ id: 'a' }, { id: 'b' }, null]);
    expect(await ask('a')).toMatchObject({ id: 'a' });
    expect(statements).toEqual([['a', 'b', 'unknown'], ['a']]);
  });

  test('shares nothing between keys', async () => {
    const rows = new SharedRows<Row>();
    const [one, other] = [reads(), reads()];
    await Promise.all([
      inRequest(() => rows.get('one', 'a', one.read)),
      inRequest(() => rows.get('other', 'a', other.read)),
    ]);
    expect([one.statements, other.statements]).toEqual([[['a']], [['a']]]);
  });

  test('gives each caller a row of its own', async () => {
    const rows = new SharedRows<Row>();
    const { statements, read } = reads();
    const ask = () => inRequest(() => rows.get('key', 'a', read));
    const [one, other] = await Promise.all([ask(), ask()]);
    one?.fields.tags.push('changed');
    expect(other).toEqual({ id: 'a', fields: { tags: ['a'] } });
    expect(statements).toEqual([['a']]);
  });

  test('does not let jobs, which have no deadline, wait for each other', async () => {
    const rows = new SharedRows<Row>();
    const { statements, read } = reads();
    await Promise.all([rows.get('key', 'a', read), rows.get('key', 'b', read)]);
    expect(statements).toEqual([['a'], ['b']]);
  });

  test('ends with the last deadline of its callers, and not with a caller that disconnects', async () => {
    const rows = new SharedRows<Row>();
    let deadline: Deadline | undefined;
    const read = async (): Promise<Row[]> => {
      deadline = currentDeadline();
      await delay(20);
      if (deadline?.endedBy) throw deadline.endedBy;
      return [];
    };
    const first = inRequest(() => rows.get('key', 'a', read), 100);
    const second = inRequest(() => rows.get('key', 'b', read), 5_000);
    deadlines[0]?.abort(new ServiceError('BAD_REQUEST', 'disconnected'));
    expect(await Promise.all([first, second])).toEqual([null, null]);
    const left = (deadline?.at ?? 0) - performance.now();
    expect(left).toBeGreaterThan(4_000);
    expect(left).toBeLessThan(5_001);
  });

  test('fails for all of its callers, and is read again afterwards', async () => {
    const rows = new SharedRows<Row>();
    const fail = () => Promise.reject(new Error('disconnected'));
    const asked = ['a', 'b'].map((id) => inRequest(() => rows.get('key', id, fail)));
    expect(await Promise.allSettled(asked)).toMatchObject([
      { status: 'rejected', reason: { message: 'disconnected' } },
      { status: 'rejected', reason: { message: 'disconnected' } },
    ]);
    expect(await inRequest(() => rows.get('key', 'a', reads().read))).toMatchObject({ id: 'a' });
  });
});
