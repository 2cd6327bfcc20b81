import { parseArgs } from 'node:util';
import { type Config, parseConfig } from '../config.ts';
import { Database } from '../database/database.ts';
import { entities } from '../features/features.ts';
import { FirstUser } from '../features/user/first-user.ts';
import { deriveSessionSecret } from '../features/user/session-token.ts';
import { storedSecret } from '../shared/stored-secret.ts';
import { createLogger } from '../shared/log/logger.ts';
import { openDatabase } from './open-database.ts';
import { printLine, runCommand } from './run-command.ts';

const USAGE = `Prints the link that makes the first installation admin, while none can sign in.

  npm run setup-link

Takes the service's own variables. The service may go on running. The link makes any reader the admin: run it where the output
is not kept.`;

runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
  if (values.help) return printLine(USAGE);
  printLine(await setupLink(parseConfig(process.env)));
});

async function setupLink(config: Config): Promise<string> {
  const { dataDir, encryptionKey, isLocal, sso, databasePoolSize: poolSize, server } = config;
  const { connection, close } = await openDatabase(config);
  const database = await Database.connect(connection, entities, { poolSize, log: createLogger('warn') });
  try {
    const secret = deriveSessionSecret(encryptionKey ?? storedSecret(dataDir, 'encryption-key'));
    const path = await new FirstUser(database, { secret, isLocal, hasSso: sso !== undefined }).setupPath();
    if (path === null) throw new Error('An installation admin can sign in already');
    return server.publicUrl + path;
  } finally {
    await database.close();
    await close();
  }
}
