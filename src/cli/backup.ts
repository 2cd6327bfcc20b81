import { parseConfig } from '../config.ts';
import { backUp } from './backup/back-up.ts';
import { printLine, runWithFolder } from './run-command.ts';

const USAGE = `Writes a backup into a new folder: database, files on disk and secrets of DATA_DIR.

  npm run backup -- FOLDER

Takes the service's own variables. The service may go on running. With DATABASE_URL, connect as the owner of the database.
The folder holds everything that the installation keeps secret: protect it like the service itself.`;

runWithFolder(USAGE, (folder) => backUp(parseConfig(process.env), folder, printLine));
