import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';

const MODULE = (name: string) => JSON.stringify(new URL(`../../../src/${name}.ts`, import.meta.url).href);

/** A process that handles uncaught errors as the service does, meets one, and, if it can, says that it goes on. */
async function processThat(meets: string): Promise<{ code: number | null; output: string }> {
  const program = `
    import { Readable } from 'node:stream';
    import { connect } from 'node:net';
    import { createReadStream } from 'node:fs';
    import { handleUncaughtErrors } from ${MODULE('app/uncaught-errors')};
    import { createLogger } from ${MODULE('shared/log/logger')};
    import { ServiceError } from ${MODULE('shared/errors')};
    handleUncaughtErrors(createLogger('error'));
    ${meets};
    setTimeout(() => process.stdout.write('goes on'), 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number | null]>]);
  return { code, output };
}

describe('the process goes on after', () => {
  test.each([
    [
      'a ServiceError of a stream without a listener',
      `new Readable({ read() {} }).destroy(new ServiceError('BAD_REQUEST', 'x'))`,
    ],
    ['a connection that is refused', `connect(1, '127.0.0.1')`],
    ['a file that is not there', `createReadStream('/nonexistent/file')`],
    ['an aborted stream', `const s = new Readable({ read() {} }); s.destroy(new DOMException('x', 'AbortError'))`],
    [
      'a write after the end',
      `process.nextTick(() => { throw Object.assign(new Error('x'), { code: 'ERR_STREAM_DESTROYED' }) })`,
    ],
    ['a rejection that is not awaited', `Promise.reject(new TypeError('x'))`],
  ])('%s, and logs it', async (_what, meets) => {
    const { code, output } = await processThat(meets);
    expect(code).toBe(0);
    expect(output).toContain('goes on');
    expect(output).toContain('the service continues');
  });
});

describe('the process ends with 1 after', () => {
  test.each([
    ['a TypeError in a callback', `setTimeout(() => undefined.x, 0)`],
    ['an error of no known kind', `setTimeout(() => { throw new Error('x') }, 0)`],
    ['what is no error at all', `setTimeout(() => { throw 'x' }, 0)`],
  ])('%s, and says why', async (_what, meets) => {
    const { code, output } = await processThat(meets);
    expect(code).toBe(1);
    expect(output).not.toContain('goes on');
    expect(output).toContain('the process exits');
  });
});
