import { parseConfig } from '../config.ts';
import { restore } from './backup/restore.ts';
import { printLine, runWithFolder } from './run-command.ts';

const USAGE = `Fills an empty installation from a backup: database, files on disk and secrets of DATA_DIR.

  npm run restore -- FOLDER

Takes the service's own variables; the service must not run. The database must be empty, DATA_DIR as well. A backup of the
embedded database may be restored to DATABASE_URL and the other way round; with DATABASE_URL, connect as the owner.`;

runWithFolder(USAGE, (folder) => restore(parseConfig(process.env), folder, printLine));
