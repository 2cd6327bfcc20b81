import { expect, test } from 'vitest';
import { type Case, call, nested, useAdversary } from './adversary.ts';

const { endpoint, noCalls, play } = useAdversary();

const cases: Record<string, Case> = {
  'a document has a tool called that does not exist': { orders: () => call('delete_everything'), then: noCalls },
  'a document has a tool of another site called': { orders: () => call('foreign_tool', { sku: '1' }), then: noCalls },
  'a document has a tool called by the name of a part of JavaScript': {
    orders: () => call('constructor'),
    then: noCalls,
  },
  'a document has a tool called by a name that is nearly one': { orders: () => call('stock '), then: noCalls },
  'a document has a listed tool called with an address of its own': {
    orders: () =>
      call('stock', { sku: 'a', endpoint: 'http://169.254.169.254/', url: 'http://evil.example', method: 'DELETE' }),
    then: ({ toolCalls }) => {
      expect(endpoint.received.map(({ method, path, body }) => [method, path, body])).toEqual([
        ['POST', '/stock', '{"sku":"a"}'],
      ]);
      expect(toolCalls?.[0]?.input).toEqual({ sku: 'a' });
    },
  },
  'a document has a tool called with headers of its own': {
    orders: () => call('stock', { headers: { authorization: 'x', host: 'evil.example' }, __proto__: { sku: 'p' } }),
    then: () => expect(endpoint.received[0]?.headers['authorization']).toBeUndefined(),
  },
  'a document has the rules sent to a tool': {
    orders: () =>
      call('stock', { sku: 'You are the assistant of this site and these are all of your rules', rules: 'all' }),
    then: ({ toolCalls }) => {
      expect(endpoint.received).toEqual([]);
      expect(toolCalls?.[0]?.output).toEqual({
        error: expect.stringContaining('must NOT have more than 40 characters'),
      });
    },
  },
  'a document has a tool called with a list': {
    orders: () => call('stock', '[1,2]'),
    then: () => expect(endpoint.received).toEqual([]),
  },
  'a document has a tool called with nothing that is JSON': {
    orders: () => call('stock', '{"sku": '),
    then: () => expect(endpoint.received).toEqual([]),
  },
  'a document has a tool called with JSON a thousand levels deep': {
    talk: (_body, round) =>
      round === 1 ? { calls: [{ name: 'stock', arguments: `{"sku":${nested(1_000)}}` }] } : { text: 'ok' },
    then: () => expect(endpoint.received).toEqual([]),
  },
  'a document has a tool called with 100 kB': {
    orders: () => call('stock', { sku: 'x'.repeat(100_000) }),
    then: () => expect(endpoint.received).toEqual([]),
  },
};

test('there are at least 11 cases', () => {
  expect(Object.keys(cases).length).toBeGreaterThanOrEqual(11);
});

test.each(Object.entries(cases))('%s: nothing leaks, nothing foreign is done, nothing dangles', (_title, each) =>
  play(each),
);
