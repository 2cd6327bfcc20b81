import { describeConfig } from '../config.ts';

/** `npm run config`: prints the environment variables as the table in the README. */
process.stdout.write(`${describeConfig()}\n`);
