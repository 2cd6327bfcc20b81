import * as fc from 'fast-check';
import { getVariableValues } from 'graphql';
import { describe, expect, test } from 'vitest';
import { loadOperations } from '../../src/rest/documents/load-operations.ts';
import type { RawInput, RestOperation } from '../../src/rest/operation.ts';
import type { Fault } from '../../src/shared/errors.ts';
import { testSchema } from './support/schema.ts';
import { DOCUMENTS } from './support/service.ts';

const schema = testSchema();
const operations = new Map(loadOperations(DOCUMENTS, schema).map((operation) => [operation.name, operation]));

/** What GraphQL itself says of the variables that were read; nothing when they were refused before. */
function graphqlErrors(name: string, input: Partial<RawInput>): string[] {
  const operation = operations.get(name) as RestOperation;
  const faults: Fault[] = [];
  const variables = operation.readVariables({ path: { id: 'p1' }, query: {}, body: undefined, ...input }, faults);
  if (faults.length > 0) return [];
  const { errors = [] } = getVariableValues(schema, operation.definition.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message);
}

const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    1.5,
    -0,
    1e20,
    2 ** 31,
    '',
    'general',
    'video-training',
    'GENERAL',
    '#a0b1c2',
    '2026-01-01',
  ),
  fc.string({ maxLength: 3 }),
);
const anything = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string(), scalar, { maxKeys: 2 }),
);
const { voice } = fc.letrec((tie) => ({
  voice: fc.record(
    { tone: scalar, speed: scalar, inner: fc.oneof({ depthSize: 'small' }, anything, tie('voice')) },
    { requiredKeys: [] },
  ),
}));
const target = fc.record({ url: scalar, contentId: scalar }, { requiredKeys: [] });
const action = fc.record({ type: scalar, payload: anything, other: anything }, { requiredKeys: [] });
const body = fc.record(
  {
    name: fc.constantFrom('Bo', null, 5),
    appType: scalar,
    tags: anything,
    voice: fc.oneof(anything, voice),
    settings: anything,
    rating: scalar,
    count: scalar,
    enabled: scalar,
    startsAt: scalar,
    color: scalar,
    target: fc.oneof(anything, target),
    actions: fc.oneof(anything, fc.array(action, { maxLength: 3 })),
  },
  { requiredKeys: ['name'] },
);

const text = fc.oneof(
  fc.constantFrom('', '1', '-1', '1e3', '.5', 'true', 'general', 'video-training,general', '2026-01-01'),
  fc.string(),
);
const parameter = fc.oneof(text, fc.array(text, { maxLength: 3 }));
const query = fc.record(
  {
    appType: parameter,
    appTypes: parameter,
    tags: parameter,
    limit: parameter,
    minRating: parameter,
    since: parameter,
    summary: parameter,
  },
  { requiredKeys: [] },
);

describe('whatever is sent, what is not refused by name is never refused by GraphQL:', () => {
  test('bodies', () => {
    fc.assert(
      fc.property(body, (sent) => {
        expect(graphqlErrors('EchoPersona', { body: sent })).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  test('query strings', () => {
    fc.assert(
      fc.property(query, (sent) => {
        expect(graphqlErrors('ListPersonas', { query: sent })).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });
});
