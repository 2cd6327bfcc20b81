import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { expect, test } from 'vitest';
import { collectFragments } from '../../src/graphql/selection/select-fields.ts';
import { compileEnvelope } from '../../src/rest/output/compile-envelope.ts';

const schema = buildSchema(/* GraphQL */ `
  type Query {
    page(late: Boolean!): Page
  }
  type Page {
    first(is: String): String
    second(is: String): String
    pages: [Page!]
    fails(is: String): String
  }
`);

/** A value by its name: one that is null, or comes later, or both. */
function valueOf(name: string | undefined): unknown {
  const value = name?.includes('null') ? null : (name ?? 'x');
  return name?.includes('late') ? Promise.resolve(value) : value;
}

class Page {
  first = ({ is }: { is?: string }): unknown => valueOf(is);
  second = ({ is }: { is?: string }): unknown => valueOf(is);
  pages = (): Page[] => [new Page(), new Page()];
  fails = ({ is }: { is?: string }): unknown => (is?.includes('late') ? Promise.reject(new Error(is)) : new Error(is));
}

const { page } = schema.getQueryType()!.getFields();
page!.resolve = (_source, { late }: { late: boolean }): unknown => (late ? Promise.resolve(new Page()) : new Page());

async function execute(selection: string, hasSuccess = false) {
  const document = parse(`{ ${selection} }`);
  const scope = { schema, fragments: collectFragments(document) };
  const executeEnvelope = compileEnvelope(scope, document.definitions[0] as OperationDefinitionNode, { hasSuccess });
  const errors: unknown[] = [];
  return { text: await executeEnvelope({}, {}, errors), errors };
}

const NAMES = ['null', 'late null', 'late', 'now'];
const PAIRS = NAMES.flatMap((first) => NAMES.map((second) => [first, second] as const));

test.each(PAIRS)('omitted fields leave no comma: %s, %s', async (first, second) => {
  const fields = `first(is: "${first}") @omitNull second(is: "${second}") @omitNull`;
  const expected = Object.fromEntries(Object.entries({ first, second }).filter(([, value]) => !value.includes('null')));
  for (const late of [false, true]) {
    const nested = await execute(`page(late: ${late}) { ${fields} pages { ${fields} } }`);
    expect(JSON.parse(nested.text)).toEqual({ page: { ...expected, pages: [expected, expected] } });
    const spread = await execute(`page(late: ${late}) @spread { ${fields} }`);
    expect(JSON.parse(spread.text)).toEqual(expected);
    const success = await execute(`page(late: ${late}) @spread { ${fields} }`, true);
    expect(JSON.parse(success.text)).toEqual({ success: true, ...expected });
  }
});

test('each error is reported, in document order, whatever came first in time', async () => {
  const { errors } = await execute(
    'page(late: true) { a: fails(is: "late a") pages { b: fails(is: "b") } c: fails(is: "late c") d: fails(is: "d") }',
  );
  expect(errors.map(String)).toEqual(['late a', 'b', 'b', 'late c', 'd'].map((message) => `Error: ${message}`));
});
