import { parseArgs } from 'node:util';
import { createHttpEgress } from '../adapters/egress/http-egress.ts';
import { parseConfig } from '../config.ts';
import { printLine, runCommand } from './run-command.ts';
import { importSite } from './transfer/import-site.ts';

const USAGE = `Imports a site, or content items, from lines of JSON into a running service.

  API_KEY=… npm run import -- --url https://… [--files FOLDER] [--update] [--site ID] FILE.ndjson

The key needs the scopes read, write and preview. Started again after an interruption, it goes on where it was; its progress is in
FILE.ndjson.progress. Lines that fail are in FILE.ndjson.errors.ndjson. Items that exist are kept, or changed with --update.
--files is the folder that an export has copied files into; without it they are read from their URLs, which must be public unless
OUTBOUND_ALLOW_HOSTS lists their hosts. The settings of the site (forms, hosts of links, subscriptions) are imported with --site
and ADMIN_KEY, and left out otherwise.`;

runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:4000' },
      files: { type: 'string' },
      update: { type: 'boolean', default: false },
      site: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const [source] = positionals;
  const key = process.env['API_KEY'];
  if (values.help || source === undefined || key === undefined) return printLine(USAGE);
  const { url, files, update, site } = values;
  const adminKey = process.env['ADMIN_KEY'];
  if (site !== undefined && adminKey === undefined) throw new Error('--site needs ADMIN_KEY');
  const admin = site === undefined || adminKey === undefined ? null : { site, adminKey };
  // The command calls a service, so it does not need the variables of one.
  const { outboundAllowHosts } = parseConfig({ OUTBOUND_ALLOW_HOSTS: process.env['OUTBOUND_ALLOW_HOSTS'] });
  const egress = createHttpEgress({ allowHosts: outboundAllowHosts });
  const isComplete = await importSite({ url, files, update, source, key, admin, egress }, printLine);
  if (!isComplete) process.exitCode = 1;
});
