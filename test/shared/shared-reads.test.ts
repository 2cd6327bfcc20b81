import { describe, expect, test } from 'vitest';
import { SharedReads } from '../../src/database/shared-reads.ts';

describe('SharedReads', () => {
  test('reads once for the callers of a turn, and again for those after it', async () => {
    const reads = new SharedReads<string>();
    const begun: string[] = [];
    const ask = (key: string) => reads.get(key, async () => `${key} ${begun.push(key)}`);
    const asked = [ask('a'), ask('b'), ask('a')];
    // None may begin before the last caller has asked.
    expect(begun).toEqual([]);
    expect(await Promise.all(asked)).toEqual(['a 1', 'b 2', 'a 1']);
    expect(await ask('a')).toBe('a 3');
  });

  test('does not let a caller wait for a read that has begun', async () => {
    const reads = new SharedReads<number>();
    const slow = Promise.withResolvers<number>();
    const begun = Promise.withResolvers<void>();
    const first = reads.get('a', () => {
      begun.resolve();
      return slow.promise;
    });
    await begun.promise;
    expect(await reads.get('a', async () => 2)).toBe(2);
    slow.resolve(1);
    expect(await first).toBe(1);
  });

  test('reads again after a read that failed', async () => {
    const reads = new SharedReads<number>();
    await expect(reads.get('a', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await reads.get('a', async () => 1)).toBe(1);
  });
});
