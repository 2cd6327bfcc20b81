import { parseArgs } from 'node:util';
import { parseConfig } from '../config.ts';
import { reindex } from './reindex/run.ts';
import { printLine, runCommand } from './run-command.ts';

const USAGE = `Synchronizes the vector index with the database: adds missing chunks and removes orphaned ones.

  npm run reindex -- [--site ID] [--all] [--remove-former]

Takes the service's own variables. The service may go on running: the embedded index is its own, so jobs for it are queued.
--all feeds every chunk again, whatever the index says that it holds.
--remove-former also removes Weaviate's collections for other models, which a service that still uses them would miss.`;

runCommand(async () => {
  const { values } = parseArgs({
    options: {
      site: { type: 'string' },
      all: { type: 'boolean', default: false },
      'remove-former': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return printLine(USAGE);
  const options = { site: values.site, all: values.all, removeFormer: values['remove-former'] };
  await reindex(parseConfig(process.env), options, printLine);
});
