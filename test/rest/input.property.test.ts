import * as fc from 'fast-check';
import { getVariableValues } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadOperations } from '../../src/rest/documents/load-operations.ts';
import type { RawInput, RestOperation } from '../../src/rest/operation.ts';
import type { Violation } from '../../src/shared/errors.ts';
import { testSchema } from './support/schema.ts';
import { DOCUMENTS } from './support/service.ts';

const schema = testSchema();
const operations = new Map(loadOperations(DOCUMENTS, schema).map((operation) => [operation.name, operation]));

/** GraphQL's own errors for the variables that were read; undefined if reading them failed. */
function graphqlErrors(name: string, input: Partial<RawInput>): string[] | undefined {
  const operation = operations.get(name) as RestOperation;
  const violations: Violation[] = [];
  const variables = operation.readVariables({ path: { id: 'p1' }, query: {}, body: undefined, ...input }, violations);
  if (violations.length > 0) return undefined;
  const { errors = [] } = getVariableValues(schema, operation.definition.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message);
}

const odd = fc.constantFrom(null, true, 0, 1.5, -0, 1e20, 2 ** 31, '', 'general', 'GENERAL', [], {}, [null], {
  tone: null,
});
const anything = fc.oneof(
  odd,
  fc.string(),
  fc.array(odd, { maxLength: 3 }),
  fc.dictionary(fc.string(), odd, { maxKeys: 2 }),
);

/** Fits nine times out of ten, so that whole inputs are accepted often enough. */
function mostly<T>(fitting: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

const kind = mostly(fc.constantFrom('general', 'video-training', 'product-catalog'));
const moment = mostly(fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z'));
const { voice } = fc.letrec((tie) => ({
  voice: mostly(
    fc.record(
      { tone: kind, speed: mostly(fc.double({ noNaN: true, noDefaultInfinity: true })), inner: tie('voice') },
      { requiredKeys: ['tone'] },
    ),
  ),
}));
const action = mostly(fc.record({ type: fc.string(), payload: anything, other: anything }, { requiredKeys: ['type'] }));
const body = fc.record(
  {
    name: mostly(fc.string()),
    appType: kind,
    tags: mostly(fc.array(mostly(fc.string()), { maxLength: 2 })),
    voice,
    settings: anything,
    rating: mostly(fc.double({ noNaN: true, noDefaultInfinity: true })),
    count: mostly(fc.integer()),
    enabled: mostly(fc.boolean()),
    startsAt: moment,
    color: mostly(fc.constant('#a0b1c2')),
    target: mostly(
      fc.oneof(fc.record({ url: fc.string() }), fc.record({ contentId: fc.oneof(fc.string(), fc.integer()) })),
    ),
    actions: mostly(fc.array(action, { maxLength: 2 })),
  },
  { requiredKeys: ['name'] },
);

function mostlyText(...fitting: string[]): fc.Arbitrary<string | string[]> {
  const text = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: fc.string() });
  return fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.array(text, { maxLength: 2 }) });
}

const query = fc.record(
  {
    appType: mostlyText('general', 'video-training'),
    appTypes: mostlyText('', 'general,video-training'),
    tags: mostlyText('a', 'a,,b'),
    limit: mostlyText('1', '-1', '+7', '99999999999'),
    minRating: mostlyText('1', '-.5', '1e3', '5.'),
    since: mostlyText('2026-01-01'),
    summary: mostlyText('true', '0'),
  },
  { requiredKeys: [] },
);

describe('any input that REST accepts is valid for GraphQL:', () => {
  test.each<[string, string, (sent: never) => Partial<RawInput>, fc.Arbitrary<unknown>]>([
    ['bodies', 'EchoPersona', (sent) => ({ body: sent }), body],
    ['query strings', 'ListPersonas', (sent) => ({ query: sent }), query],
  ])('%s', (_case, operation, input, arbitrary) => {
    let accepted = 0;
    const property = fc.property(arbitrary, (sent) => {
      const errors = graphqlErrors(operation, input(sent as never));
      if (errors) accepted++;
      expect(errors ?? []).toEqual([]);
    });
    fc.assert(property, { numRuns: 2000 });
    expect(accepted).toBeGreaterThan(200);
  });
});
