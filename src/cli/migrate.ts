import { parseDatabase } from '../config.ts';
import { migrate } from '../database/migrate.ts';

/**
 * `npm run migrate`: migrates the database at DATABASE_URL; reads no other variable. The embedded database is migrated
 * at start.
 */
async function main(): Promise<void> {
  const ran = await migrate(parseDatabase(process.env));
  process.stdout.write(ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to migrate\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
