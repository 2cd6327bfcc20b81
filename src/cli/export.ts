import { parseArgs } from 'node:util';
import { parseConfig } from '../config.ts';
import { printLine, runCommand } from './run-command.ts';
import { exportSite } from './transfer/export-site.ts';

const USAGE = `Writes a site as lines of JSON: settings, folders, files, content types, collections, content items with their drafts,
personas, documents, webhook tools and triggers, restricted ones as well. Secrets are left out.

  npm run export -- --site ID [--files FOLDER] FILE.ndjson

Takes the service's own variables. The service may go on running. --files copies the files of the site into a folder.
npm run import reads what it writes.`;

runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { site: { type: 'string' }, files: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const [target] = positionals;
  if (values.help || target === undefined || values.site === undefined) return printLine(USAGE);
  await exportSite(parseConfig(process.env), { site: values.site, target, files: values.files }, printLine);
});
