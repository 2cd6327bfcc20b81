import { openRedisRateLimiter } from '../../../src/adapters/rate-limiter/redis.ts';
import { describeRateLimiter } from '../../ports/rate-limiter.contract.ts';
import { describeReal } from './given.ts';

describeReal('the Redis at REDIS_URL', ['REDIS_URL'], (url) => {
  describeRateLimiter('Redis', () => openRedisRateLimiter({ url }));
});
