import { parseDatabase } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { printLine, runCommand } from './run-command.ts';

/**
 * `npm run migrate`: migrates the database at DATABASE_URL; reads no other variable. The embedded database is migrated
 * at start.
 */
runCommand(async () => {
  const ran = await migrate(parseDatabase(process.env));
  printLine(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'Nothing to migrate');
});
