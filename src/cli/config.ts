import { describeConfig } from '../config.ts';

/** `npm run config`: prints the environment variables as the table in docs/configuration.md. */
process.stdout.write(`${describeConfig()}\n`);
