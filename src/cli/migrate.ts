import { parseDatabase } from '../config.ts';
import { migrate } from '../database/migrate.ts';

/** `npm run migrate`: brings the database at DATABASE_URL up to date, and reads no other variable. The embedded one migrates itself at start. */
async function main(): Promise<void> {
  const ran = await migrate(parseDatabase(process.env));
  process.stdout.write(ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to migrate\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
