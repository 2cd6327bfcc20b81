import { parseArgs } from 'node:util';
import { parseConfig } from '../config.ts';
import { backUp } from './backup/back-up.ts';

const USAGE = `Writes a backup into a new folder: database, files on disk and secrets of DATA_DIR.

  npm run backup -- FOLDER

Takes the service's own variables. The service may go on running. With DATABASE_URL, connect as the owner of the database.
The folder holds everything that the installation keeps secret: protect it like the service itself.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) return void process.stdout.write(USAGE);
  await backUp(parseConfig(process.env), folder, (line) => process.stdout.write(`${line}\n`));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
