import * as fc from 'fast-check';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { CompileOptions } from '../../../../../src/features/content/query/compile-condition.ts';
import type { OperatorName } from '../../../../../src/features/content/filter-operators.ts';
import type { Condition } from '../../../../../src/features/content/query/condition.ts';
import { INSTANCES } from '../../../../support/instances.ts';
import { useOwnService } from '../../../../support/use-service.ts';
import { casesOf } from './cases.ts';
import { NO_CASE, TOO_COSTLY, USERS, mistakeOf } from './compare.ts';
import { OPERATORS, OPERATOR_NAMES } from './operators.ts';
import { type FilterWorld, buildFilterWorld } from './world.ts';

/** All of them with `FILTER_CASES=20000`. A failure prints the seed that repeats it. */
const CASES = Number(process.env['FILTER_CASES'] ?? 200);
const MS_PER_CASE = 60;
/** With a fault, a mistake must show within this many cases. */
const CASES_PER_FAULT = 150;

type Fault =
  | OperatorName
  | 'access in references'
  | 'access to custom fields'
  | 'access to bodies'
  | 'all words'
  | 'not'
  | 'or';
const state = vi.hoisted(() => ({ fault: null as string | null }));

vi.mock('../../../../../src/features/content/query/compile-condition.ts', async (original) => {
  const compile = await original<typeof import('../../../../../src/features/content/query/compile-condition.ts')>();
  const compileCondition: typeof compile.compileCondition = (condition, row, options) =>
    state.fault === null
      ? compile.compileCondition(condition, row, options)
      : compile.compileCondition(
          broken(condition, state.fault as Fault),
          row,
          brokenOptions(options, state.fault as Fault),
        );
  return { ...compile, compileCondition };
});

vi.mock('../../../../../src/text/search-vector.ts', async (original) => {
  const vector = await original<typeof import('../../../../../src/text/search-vector.ts')>();
  const searchQuery: typeof vector.searchQuery = (text, weights) => {
    const query = vector.searchQuery(text, state.fault === 'access to bodies' ? [] : weights);
    return state.fault === 'all words' ? (query?.replaceAll(')&(', ')|(') ?? null) : query;
  };
  return { ...vector, searchQuery };
});

function broken(condition: Condition, fault: Fault | null): Condition {
  if ('all' in condition) return { all: condition.all.map((each) => broken(each, fault)) };
  if ('any' in condition) {
    const any = condition.any.map((each) => broken(each, fault));
    return fault === 'or' ? { all: any } : { any };
  }
  if ('not' in condition) return fault === 'not' ? broken(condition.not, fault) : { not: broken(condition.not, fault) };
  if ('reference' in condition) return { ...condition, to: broken(condition.to, fault) };
  const { field, operator, value } = condition;
  if (operator !== fault) return condition;
  // A list has no start: the part of it that is wrong is another entry.
  if (field.kind === 'list' && operator === 'contains') return { not: condition };
  return {
    field,
    operator: OPERATORS[operator].takenFor,
    value: operator === 'exists' ? value === false : brokenValue(operator, value),
  };
}

function brokenValue(operator: OperatorName, value: unknown): unknown {
  return operator === 'within' || operator === 'near' ? true : value;
}

function brokenOptions(options: CompileOptions, fault: Fault | null): CompileOptions {
  if (fault === 'access to custom fields') return { ...options, hasTeasers: false };
  // The alias of a referenced item.
  if (fault !== 'access in references') return options;
  return { ...options, isReadable: (row) => (row === 'cr' ? 'true' : options.isReadable(row)) };
}

describe('random filters, sorts, pages and users', () => {
  const service = useOwnService();
  let world: FilterWorld;

  beforeAll(async () => {
    world = await buildFilterWorld(service, 20_261_122);
  });

  test(
    `${CASES} cases: the ids, their order and the totals are those of the rule, evaluated in memory`,
    async () => {
      let [done, tooCostly] = [0, 0];
      const property = fc.asyncProperty(casesOf(world, USERS.length), async (asked) => {
        const mistake = await mistakeOf(world, asked);
        if (mistake === TOO_COSTLY) tooCostly += 1;
        fc.pre(mistake !== NO_CASE && mistake !== TOO_COSTLY);
        done += 1;
        expect(mistake).toBeNull();
      });
      await fc.assert(property, { numRuns: CASES });
      process.stdout.write(`content filters: ${done} cases, ${tooCostly} others too costly\n`);
      expect(tooCostly).toBeLessThanOrEqual(3 + CASES / 1_000);
    },
    60_000 + CASES * MS_PER_CASE,
  );

  const faults: Fault[] = [
    ...OPERATOR_NAMES,
    'access in references',
    'access to custom fields',
    'access to bodies',
    'all words',
    'not',
    'or',
  ];

  test.runIf(INSTANCES === 1).each(faults)(
    'the fault "%s" is noticed',
    async (fault) => {
      state.fault = fault;
      const operators = new Set<string>(OPERATOR_NAMES);
      const only = fault === 'access in references' ? 'references' : operators.has(fault) ? fault : undefined;
      let noticed = false;
      try {
        for (const asked of fc.sample(casesOf(world, USERS.length, only), { numRuns: CASES_PER_FAULT, seed: 1 })) {
          // A fault in the SQL itself would be noticed as an error.
          if (![null, NO_CASE, TOO_COSTLY].includes(await mistakeOf(world, asked))) noticed = true;
          if (noticed) break;
        }
      } finally {
        state.fault = null;
      }
      expect(noticed).toBe(true);
    },
    60_000,
  );
});
