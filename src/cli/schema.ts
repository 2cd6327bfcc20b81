import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../adapters/database/embedded.ts';
import { describeDatabase } from '../database/database-page.ts';
import { migrate } from '../database/migrate.ts';
import { ROOT } from '../shared/paths.ts';
import { emittedFiles } from './emitted-files.ts';

/** `npm run schema`: writes the generated files: `schema/`, the tables in docs/configuration.md and docs/queries.md, and docs/database.md. */
for (const [file, text] of Object.entries(await emittedFiles())) writeFileSync(file, text);
writeFileSync(`${ROOT}/docs/database.md`, await describeNewDatabase());

async function describeNewDatabase(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-schema-'));
  const { stop, ...connection } = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    await migrate(connection);
    return await describeDatabase(connection);
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
