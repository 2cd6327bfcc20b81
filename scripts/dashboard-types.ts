/**
 * Writes the types of the dashboard's GraphQL documents to dashboard/.generated, for the compiler only: nothing of it is
 * committed or bundled. Fails for a document that is not one of schema/schema.graphql.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import { type OperationDefinitionNode, buildSchema, parse } from 'graphql';
import { dashboardDocuments, dashboardFragments } from './dashboard-documents.ts';

const ROOT = new URL('../', import.meta.url);
const FOLDER = new URL('dashboard/.generated/', ROOT);
const SCALARS = { DateTime: 'string', JSON: 'unknown', JSONObject: 'Record<string, unknown>', Upload: 'File' };

const sdl = readFileSync(new URL('schema/schema.graphql', ROOT), 'utf8');
const documents = dashboardDocuments().map(toSource);
const fragments = dashboardFragments().map(toSource);

mkdirSync(FOLDER, { recursive: true });
writeFileSync(new URL('graphql.ts', FOLDER), await operationTypes());
writeFileSync(new URL('documents.ts', FOLDER), documentTypes());

function toSource({ file, text }: { file: string; text: string }) {
  return { location: file, rawSDL: text, document: parse(text) };
}

async function operationTypes(): Promise<string> {
  const files = await preset.buildGeneratesSection({
    baseOutputDir: 'generated/',
    schema: parse(sdl),
    schemaAst: buildSchema(sdl),
    documents: [...documents, ...fragments],
    config: { enumsAsTypes: true, useTypeImports: true, scalars: SCALARS, emitLegacyCommonJSImports: false },
    presetConfig: { fragmentMasking: false },
    plugins: [],
    pluginMap: {},
    pluginContext: {},
  });
  const types = files.find(({ filename }) => filename.endsWith('/graphql.ts'));
  if (!types) throw new Error('The preset has no graphql.ts');
  return codegen(types);
}

function documentTypes(): string {
  const entries = documents.map(({ rawSDL, document, location }) => {
    const operation = document.definitions.find((node): node is OperationDefinitionNode => 'operation' in node);
    const name = operation?.name?.value;
    if (!operation || name === undefined) throw new Error(`${location}: an operation has no name`);
    const type = `types.${pascal(name)}${pascal(operation.operation)}`;
    return `  ${JSON.stringify(rawSDL)}: { data: ${type}; variables: ${type}Variables };`;
  });
  return `import type * as types from './graphql.ts';\n\nexport interface Documents {\n${entries.join('\n')}\n}\n`;
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
