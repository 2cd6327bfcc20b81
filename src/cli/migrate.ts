import { ConfigError, parseConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';

/** `npm run migrate`: brings the database at DATABASE_URL up to date. The embedded one migrates itself at start. */
async function main(): Promise<void> {
  const { database } = parseConfig(process.env);
  if (!database) throw new ConfigError(['DATABASE_URL must be set: the embedded database migrates itself']);
  const ran = await migrate(database);
  process.stdout.write(ran.length > 0 ? `Ran ${ran.join(', ')}\n` : 'Nothing to migrate\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
