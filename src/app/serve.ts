import { type App, createApp } from '../app.ts';
import { parseConfig } from '../config.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { welcome } from '../demo/welcome.ts';
import { collectGarbage } from './collect-garbage.ts';
import { captureConsole } from './console-capture.ts';
import { type Logger, createLogger } from '../shared/log/logger.ts';
import { describeStartError } from '../shared/start-error.ts';
import { handleUncaughtErrors } from './uncaught-errors.ts';
import { VERSION } from '../shared/version.ts';
import { type SupervisorLink, linkToSupervisor } from '../supervisor/worker-side.ts';

/** Starts the service and stops it cleanly. Exits with 1 after a failed start, with 0 after a signal. */
export async function serve(environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const supervisor = linkToSupervisor();
  await start(environment, supervisor).catch((error: unknown) => {
    process.stderr.write(`${describeStartError(error)}\n`);
    process.exit(1);
  });
  supervisor?.serving();
}

async function start(
  environment: Readonly<Record<string, string | undefined>>,
  supervisor: SupervisorLink | null,
): Promise<void> {
  const config = parseConfig(environment);
  const log = createLogger(config.log.level, undefined, config.log.project);
  captureConsole(log);
  handleUncaughtErrors(log, (error) => {
    supervisor?.failed(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    process.exit(1);
  });
  const app = await createApp(
    config,
    log,
    supervisor ? { embeddedDatabase: supervisor.database, turn: supervisor.turn } : {},
  );
  const host = oneAddress(config.server.host);
  const listen = () => app.server.listen({ host, port: config.server.port });
  // While the start waits for a dependency, the port is already open, so that health checks report the reason.
  const early = app.startup.isDone ? null : await listen();
  if (early !== null) {
    log.info({ address: early }, 'listening, not ready yet');
    stopOnSignals(app, log);
    supervisor?.serving();
    if (!(await app.startup.done())) return;
  }
  const apiKey = config.isLocal ? await seedDemo(app.database, app.features, config.dataDir) : null;
  // What made the schema and the routes: otherwise it stays until there is a load. Before a request could wait for it.
  if (early === null) collectGarbage();
  const address = early ?? (await listen());
  // Before it says that it is ready: who reads that may stop it immediately.
  if (early === null) stopOnSignals(app, log);
  const setup = await app.features.firstUser.setupPath();
  if (config.isLocal) {
    const adminKey = config.adminKey === undefined ? app.adminKey : null;
    const first = apiKey === null ? null : { apiKey, adminKey };
    process.stdout.write(welcome({ address, adapters: app.adapters, first, setup }, config));
    app.fetchModel?.();
  } else {
    for (const warning of config.warnings) log.warn(warning);
    log.info({ version: VERSION, address, adapters: app.adapters }, 'ready');
    // Without the link, which makes any reader of the log the admin.
    if (setup) log.warn('No installation admin can sign in yet: `npm run setup-link` prints the link that makes one');
  }
}

/** The address of a host: for `localhost` Fastify would open a second listener, which has no connection limits. */
function oneAddress(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** Cloud Run and others kill the process 10 seconds after SIGTERM. */
const STOP_LIMIT_MS = 9_500;
/** One Ctrl-C under npm arrives twice, from the terminal and from npm. */
const SAME_SIGNAL_MS = 500;

/**
 * SIGTERM and SIGINT stop the service cleanly and exit with 0; with 1 if that fails, takes too long, or a second signal
 * arrives.
 */
function stopOnSignals(app: App, log: Logger): void {
  let since: number | undefined;
  const stop = (signal: string): void => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    log.info({ signal }, 'stopping');
    const abortStart = (error: unknown): void => {
      log.error({ err: error }, 'the service did not stop cleanly');
      process.exit(1);
    };
    setTimeout(() => abortStart(new Error(`Stopping took more than ${STOP_LIMIT_MS} ms`)), STOP_LIMIT_MS).unref();
    app.stop().then(() => process.exit(0), abortStart);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
