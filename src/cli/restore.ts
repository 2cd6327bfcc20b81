import { parseArgs } from 'node:util';
import { parseConfig } from '../config.ts';
import { restore } from './backup/restore.ts';

const USAGE = `Fills an empty installation from a backup: database, files on disk and secrets of DATA_DIR.

  npm run restore -- FOLDER

Takes the service's own variables; the service must not run. The database must be empty, DATA_DIR as well. A backup of the
embedded database may be restored to DATABASE_URL and the other way round; with DATABASE_URL, connect as the owner.
`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) return void process.stdout.write(USAGE);
  await restore(parseConfig(process.env), folder, (line) => process.stdout.write(`${line}\n`));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
