/**
 * Writes the types of the TypeScript client: `node --import ./test/clients/typescript-api.mjs scripts/client-types.ts`, as
 * `npm run schema` does.
 */
import { writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const ROOT = new URL('../', import.meta.url);
const types = astToString(await openapiTS(new URL('schema/openapi.json', ROOT)));
writeFileSync(
  new URL('clients/typescript/src/openapi.ts', ROOT),
  `// Written by \`npm run schema\` from schema/openapi.json. Do not edit.\n\n${types}`,
);
