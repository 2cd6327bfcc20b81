import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type IntrospectionQuery, buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentTypeModel, typesOf } from '../../../clients/typescript/src/content-types.ts';
import { ask } from '../../features/site-schema/types.ts';
import { createItem, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const site = useSite(useService());
let folder = '';

/** Generated and compiled once: about 5 seconds of processor time. */
beforeAll(async () => {
  await createType(site, 'person', [{ name: 'name', type: 'text' }]);
  await createType(site, 'post', [
    { name: 'rating', type: 'number', sortable: true },
    { name: 'author', type: 'reference', validation: { referenceTo: 'person' } },
    { name: 'related', type: 'references' },
  ]);
  const author = await createItem(site, { type: 'person', status: 'published', customFields: { name: 'Ada' } });
  const customFields = { rating: 4, author: author._id };
  await createItem(site, { type: 'post', title: 'First', status: 'published', customFields });
  // Below the packages that the clients import.
  folder = mkdtempSync(`${ROOT}node_modules/.clients-`);
  cpSync(`${ROOT}test/system/clients/consumers`, folder, { recursive: true });
  for (const file of readdirSync(folder)) renameSync(`${folder}/${file}`, `${folder}/${file.replace(/\.txt$/, '')}`);
  await writeContentTypes();
  const { data } = await ask<IntrospectionQuery>(site, getIntrospectionQuery());
  if (!data) throw new Error('The site answers no introspection');
  writeFileSync(`${folder}/site.graphql`, printSchema(buildClientSchema(data)));
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }');
  writeFileSync(
    `${folder}/tsconfig.json`,
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['*.ts', '*/*.ts'] }),
  );
  await generate();
});

/** What `lectern types` writes, with the types of the generated client beside it. */
async function writeContentTypes(): Promise<void> {
  const types = await site.get<ContentTypeModel[]>('/content-types?includeFields=true');
  writeFileSync(`${folder}/content-types.ts`, typesOf(types.body.data).replace('@lectern/client', './schemas.js'));
  writeFileSync(
    `${folder}/schemas.ts`,
    "import type { components } from './openapi.js';\n\nexport type Schemas = components['schemas'];\n",
  );
}

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMPILER_OPTIONS = {
  target: 'ES2024',
  lib: ['ES2024', 'DOM'],
  module: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: ['../@types'],
  outDir: 'out',
};

async function generate(): Promise<void> {
  const hook = `${ROOT}test/clients/typescript-api.mjs`;
  await run(process.execPath, [
    '--import',
    hook,
    `${ROOT}test/system/clients/generate.ts`,
    folder,
    `${folder}/site.graphql`,
  ]);
}

/** The result of a client that calls the service. */
async function call(client: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, [`${folder}/out/${client}.js`, site.service.url, site.key]);
  return JSON.parse(stdout);
}

test('the types of the TypeScript client are those of the OpenAPI document', () => {
  const written = readFileSync(`${ROOT}clients/typescript/src/openapi.ts`, 'utf8');
  const generated = readFileSync(`${folder}/openapi.ts`, 'utf8');
  const isCurrent = written.split('\n').slice(2).join('\n') === generated;
  expect(isCurrent, 'clients/typescript/src/openapi.ts is stale: run `npm run schema`').toBe(true);
});

test('clients generated of OpenAPI, of the GraphQL schema and of a site’s schema compile, and call the service', async () => {
  const compiled = await run(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', folder]).catch(
    (error: unknown) => error as { stdout: string },
  );
  expect(compiled.stdout).toBe('');
  expect(await call('use-openapi')).toEqual({
    title: 'Typed',
    titles: ['Typed', 'First'],
    total: 2,
    error: 'Content not found',
    status: 404,
  });
  expect(await call('use-main')).toEqual({ titles: ['First', 'Typed'], total: 2 });
  expect(await call('use-site')).toEqual({ ratings: [5, 4.5, 4], names: [null, null, 'Ada'], total: 3 });
});
