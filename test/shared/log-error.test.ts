import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/shared/errors.ts';
import { maskText, showError, showStack } from '../../src/shared/log/log-error.ts';

describe('a masked text', () => {
  test.each([
    ['invalid input syntax for type uuid: "private"', 'invalid input syntax for type uuid: …'],
    ['value "a "private" b" is out of range', 'value … is out of range'],
    ["Cannot read properties of undefined (reading 'x')", 'Cannot read properties of undefined (reading …)'],
    ["it can't and it won't", "it can't and it won't"],
    ['no such template `private`', 'no such template …'],
    ['550 <person@home.example> unknown', '550 … unknown'],
    ['550 person@home.example unknown', '550 … unknown'],
    ['a quotation "private that has no end', 'a quotation …'],
    ['the first line\nprivate', 'the first line'],
    [`${'a'.repeat(290)} "${'private '.repeat(9)}"`, `${'a'.repeat(290)} …`],
  ])('of %j is %j', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });
});

describe('an error is shown', () => {
  test('by type, code and masked text, with its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:25'), {
      code: 'ECONNREFUSED',
      sent: 'private',
    });
    const error = new ServiceError('BAD_GATEWAY', 'Agent service unavailable', { said: 'private' }, { cause });
    expect(showError(error)).toEqual({
      type: 'ServiceError',
      code: 'BAD_GATEWAY',
      message: 'Agent service unavailable',
      cause: { type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:25' },
    });
  });

  test('of PostgreSQL’s with the names of what rejected it, not with the row', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "persona_slug"'), {
      severity: 'ERROR',
      code: '23505',
      table: 'persona',
      constraint: 'persona_slug',
      detail: 'Key (slug)=(private) already exists.',
      where: 'private',
      internalQuery: 'private',
    });
    expect(showError(error)).toEqual({
      type: 'Error',
      code: '23505',
      message: 'duplicate key value violates unique constraint …',
      table: 'persona',
      constraint: 'persona_slug',
    });
  });

  test('without its text where that is an answer of others or what could not be parsed', () => {
    const answered = Object.assign(new Error('Status code: 400 private'), {
      statusCode: 400,
      body: { message: 'private' },
    });
    expect(showError(answered)).toEqual({ type: 'Error', code: 400 });
    const unparsed = (() => {
      try {
        return JSON.parse('private');
      } catch (error) {
        return error;
      }
    })();
    expect(showError(unparsed)).toEqual({ type: 'SyntaxError' });
  });

  test.each([['a text'], [{ message: 'private' }], [null]])('that is none by its type alone: %j', (thrown) => {
    expect(JSON.stringify(showError(thrown))).not.toContain('private');
  });

  test('and with causes that form a cycle', () => {
    const error = new Error('one');
    error.cause = error;
    expect(JSON.stringify(showError(error)).length).toBeLessThan(1_000);
    expect(showStack(error).length).toBeLessThan(20_000);
  });
});

test('a stack has the frames, and nothing of a text of several lines that looks like them', () => {
  const stack = showStack(new Error('It failed: "private"\n    at private (file:///private.ts:1:1)'));
  expect(stack).toMatch(/^Error: It failed: …\n {4}at .*log-error\.test\.ts:\d+:\d+/);
  expect(stack).not.toContain('private');
});
