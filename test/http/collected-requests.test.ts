import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { onClosed } from '../../src/http/server/response-closed.ts';
import { findLogIds, withIds } from '../../src/shared/log/log-ids.ts';
import { createLogger } from '../../src/shared/log/logger.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

const REQUESTS = 5_000;
const BYTES_OF_REQUEST = 1_000;

const log = createLogger('silent');
const socket = new Socket();

/** What every request makes, with values that refer to it. */
function handle(): void {
  const response = new ServerResponse(new IncomingMessage(socket));
  const made = { response, values: Array.from({ length: BYTES_OF_REQUEST / 8 }, () => 0) };
  onClosed(response, () => void made);
  const ids = { requestId: 'id' };
  const own = withIds(log, ids);
  Object.assign(ids, { made, own });
  expect(findLogIds(own)).toBe(ids);
}

test('what a request leaves behind is collected with the young generation, not only with the whole heap', () => {
  for (let n = 0; n < 100; n++) handle();
  // What outlives requests leaves the young generation.
  collect({ type: 'major' });
  collect({ type: 'major' });
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < REQUESTS; n++) handle();
  collect({ type: 'minor' });
  expect(process.memoryUsage().heapUsed - before).toBeLessThan((REQUESTS * BYTES_OF_REQUEST) / 5);
});
