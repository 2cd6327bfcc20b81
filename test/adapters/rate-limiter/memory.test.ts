import { expect, test } from 'vitest';
import { createMemoryRateLimiter } from '../../../src/adapters/rate-limiter/memory.ts';
import { PER_MINUTE, allowedOf, describeRateLimiter } from '../../ports/rate-limiter.contract.ts';

describeRateLimiter('the memory limiter', async () => createMemoryRateLimiter());

test('the memory limiter keeps a bounded number of keys: the one unused for longest starts again, the others go on', async () => {
  const limiter = createMemoryRateLimiter({ maxKeys: 3 });
  for (const key of ['a', 'b', 'c']) await allowedOf(limiter, key, 5);
  await limiter.consume('a', PER_MINUTE);
  await limiter.consume('d', PER_MINUTE);
  expect((await limiter.consume('a', PER_MINUTE)).allowed).toBe(false);
  expect((await limiter.consume('c', PER_MINUTE)).allowed).toBe(false);
  expect((await limiter.consume('b', PER_MINUTE)).remaining).toBe(4);
  await limiter.close();
});
