import { createApp } from './app.ts';
import { ConfigError, parseConfig } from './config.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { welcome } from './demo/welcome.ts';
import { createLogger } from './shared/logger.ts';

/** Starts the service and stops it cleanly: 1 for a failed start, 0 after a signal. */
async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLogger(config.log.level);
  const app = await createApp(config, log);
  const apiKey = config.isLocal ? await seedDemo(app.database, app.features, config.dataDir) : null;
  const address = await app.server.listen({ host: config.server.host, port: config.server.port });
  if (config.isLocal) {
    const adminKey = config.adminKey === undefined ? app.adminKey : null;
    const first = apiKey === null ? null : { apiKey, adminKey };
    process.stdout.write(welcome({ address, adapters: app.adapters, first }, config));
  } else {
    log.info({ address, adapters: app.adapters }, 'ready');
  }

  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'the service did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof ConfigError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
