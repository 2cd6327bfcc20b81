import { describeConfig } from '../config.ts';

/** `npm run config`: the variables that the service reads, as the README has them. */
process.stdout.write(`${describeConfig()}\n`);
