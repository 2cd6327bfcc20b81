import { parseArgs } from 'node:util';
import { printLine, runCommand } from './run-command.ts';
import { importSite } from './transfer/import-site.ts';

const USAGE = `Imports a site, or content items, from lines of JSON into a running service.

  API_KEY=… npm run import -- --url https://… [--files FOLDER] [--update] FILE.ndjson

The key needs the scopes read and write. Started again after an interruption, it goes on where it was; its progress is in
FILE.ndjson.progress. Lines that fail are in FILE.ndjson.errors.ndjson. Items that exist are kept, or changed with --update.
--files is the folder that an export has copied files into; without it they are read from their URLs.`;

runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      files: { type: 'string' },
      update: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [source] = positionals;
  const key = process.env['API_KEY'];
  if (values.help || source === undefined || key === undefined) return printLine(USAGE);
  const isComplete = await importSite(
    { url: values.url, files: values.files, update: values.update, source, key },
    printLine,
  );
  if (!isComplete) process.exitCode = 1;
});
