import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createResolve } from '../../../src/adapters/egress/resolve.ts';
import { type NameServer, startNameServer } from './name-server.ts';

const IPV6 = '2606:2800:0220:0001:0248:1893:25c8:1946';

describe('looking up names', () => {
  let names: NameServer;
  beforeAll(async () => {
    names = await startNameServer({
      'both.example': ['93.184.216.34', IPV6],
      'mixed.example': ['93.184.216.34', '127.0.0.1'],
      'four.example': ['93.184.216.34'],
      'silent.example': null,
    });
  });
  beforeEach(() => {
    names.questions.length = 0;
  });
  afterAll(() => names.close());

  const look = (host: string, options: { system?: boolean; signal?: AbortSignal } = {}) =>
    createResolve([names.address])(host, { system: false, signal: AbortSignal.timeout(5_000), ...options });

  test('asks for both families once each and answers every address', async () => {
    expect(await look('both.example')).toEqual(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']);
    expect(names.questions.toSorted()).toEqual(['A both.example', 'AAAA both.example']);
  });

  test('answers all addresses of one name, the private ones included, for the check to see', async () => {
    expect(await look('mixed.example')).toEqual(['93.184.216.34', '127.0.0.1']);
  });

  test('is content with one family, and answers nothing for a name that does not exist', async () => {
    expect(await look('four.example')).toEqual(['93.184.216.34']);
    expect(await look('none.example')).toEqual([]);
  });

  test('stops asking a silent server when the call has ended', async () => {
    const start = performance.now();
    expect(await look('silent.example', { signal: AbortSignal.timeout(100) })).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1_500);
  });

  test("asks the system, hosts file included, for the deployment's own names", async () => {
    expect(await look('localhost', { system: true })).toContain('127.0.0.1');
    expect(names.questions).toEqual([]);
  });
});
