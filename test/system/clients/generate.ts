/**
 * Generates the clients as their users do: `node --import ./test/clients/typescript-api.mjs test/system/clients/generate.ts <folder>
 * <SDL of the site>`. Types of schema/openapi.json, and documents of schema/schema.graphql and of the site's schema.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { buildSchema, parse } from 'graphql';
import openapiTS, { astToString } from 'openapi-typescript';

const [folder = '', siteSdl = ''] = process.argv.slice(2);
const ROOT = new URL('../../../', import.meta.url);

writeFileSync(`${folder}/openapi.ts`, astToString(await openapiTS(new URL('schema/openapi.json', ROOT))));
await generateDocuments('main', readFileSync(new URL('schema/schema.graphql', ROOT), 'utf8'));
await generateDocuments('site', readFileSync(siteSdl, 'utf8'));

async function generateDocuments(name: string, sdl: string): Promise<void> {
  const baseOutputDir = `${folder}/${name}/`;
  const source = readFileSync(`${folder}/use-${name}.ts`, 'utf8');
  const documents = [...source.matchAll(/graphql\(`([^`]*)`\)/g)].map(([, rawSDL = '']) => ({
    location: `use-${name}.ts`,
    rawSDL,
    document: parse(rawSDL),
  }));
  const files = await preset.buildGeneratesSection({
    baseOutputDir,
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents,
    config: { enumsAsTypes: true, useTypeImports: true, emitLegacyCommonJSImports: false, importExtension: '.js' },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  for (const file of files) {
    mkdirSync(dirname(file.filename), { recursive: true });
    writeFileSync(file.filename, await codegen(file));
  }
}
