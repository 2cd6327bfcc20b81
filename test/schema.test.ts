import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import {
  type GraphQLNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { emittedFiles } from '../src/cli/emitted-files.ts';
import { resolverFiles } from '../src/cli/resolver-files.ts';
import { printRoutes } from '../src/rest/print-routes.ts';
import { REST_PREFIX, describeRest } from '../src/rest/rest-api.ts';
import { apiSchema as schema, restOperations } from './support/api-schema.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const emitted = Object.entries(await emittedFiles());
const ROOTS = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
const operations = restOperations();
const openapi = describeRest(operations, schema) as {
  paths: Record<string, Record<string, { description?: string; summary?: string }>>;
};

describe('emitted files are as committed', () => {
  test.each(emitted.map(([file, text]) => [relative(ROOT, file), text]))('%s', (file, text) => {
    const committed = existsSync(ROOT + file) ? readFileSync(ROOT + file, 'utf8') : '';
    expect(committed === text, `${file} is stale: run \`npm run schema\` and commit what it writes`).toBe(true);
  });
});

describe('everything in the GraphQL schema has a description', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
  );

  test.each(types.map((type) => [type.name, type] as const))('%s', (_name, type) => {
    const missing = describedParts(type)
      .filter(([, description]) => !description?.trim())
      .map(([path]) => path);
    expect(missing).toEqual([]);
  });
});

/** The type itself (the roots are GraphQL's own), its fields, arguments and input fields. */
function describedParts(type: GraphQLNamedType): [path: string, description: string | null | undefined][] {
  const isRoot = ROOTS.some((root) => root === type);
  const parts: [string, string | null | undefined][] = isRoot ? [] : [[type.name, type.description]];
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      parts.push([`${type.name}.${field.name}`, field.description]);
      parts.push(
        ...field.args.map((arg): [string, string | null | undefined] => [
          `${type.name}.${field.name}(${arg.name})`,
          arg.description,
        ]),
      );
    }
  }
  if (isInputObjectType(type)) {
    parts.push(
      ...Object.values(type.getFields()).map((field): [string, string | null | undefined] => [
        `${type.name}.${field.name}`,
        field.description,
      ]),
    );
  }
  return parts;
}

test('the OpenAPI document is valid 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(openapi));
  expect([valid, errors]).toEqual([true, undefined]);
  expect(validator.version).toBe('3.1');
});

test('a route exists if and only if its document does', () => {
  const documents = readdirSync(`${ROOT}rest`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql') && !name.endsWith('.fragment.graphql'))
    .toSorted();
  expect(operations.map(({ file }) => file).toSorted()).toEqual(documents);
  const routes = operations.map(({ method, path }) => `${method} ${REST_PREFIX}${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // A route that takes JSON and a form has two documents.
  expect(described.toSorted()).toEqual([...new Set(routes)].toSorted());
});

test('an operation is named as its file, and grouped in a folder', () => {
  for (const { name, file } of operations) expect(file).toMatch(new RegExp(`^[a-z-]+/${name}\\.graphql$`));
});

describe('npm run routes', () => {
  const files = resolverFiles();

  test('knows the resolver file of every query, mutation and subscription, and each is there and has the field', () => {
    const fields = ROOTS.flatMap((type) => Object.keys(type?.getFields() ?? {}));
    expect([...files.keys()].toSorted()).toEqual(fields.toSorted());
    for (const [field, file] of files) expect(readFileSync(ROOT + file, 'utf8')).toMatch(new RegExp(`\\b${field}\\b`));
  });

  test('prints a line per route with method, path, operation, field and file', () => {
    const [heading, ...lines] = printRoutes(operations, REST_PREFIX, files).split('\n');
    expect(heading?.split(/\s{2,}/)).toEqual(['METHOD', 'PATH', 'OPERATION', 'FIELDS', 'RESOLVER']);
    expect(lines).toHaveLength(operations.length);
    for (const line of lines) {
      expect(line).toMatch(
        /^(GET|POST|PUT|PATCH|DELETE)\s+\/api\/sdk\/\S+\s{2,}[A-Z]\w+\s{2,}\w+(, \w+)*\s{2,}src\/features\/\S+\.resolver\.ts(, \S+)*$/,
      );
    }
  });
});
