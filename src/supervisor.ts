// Only imports code that any Node version can load, because the version is checked here.
import { assertNodeVersion } from './supervisor/node-version.ts';

assertNodeVersion();
const { supervise } = await import('./supervisor/supervise.ts');
process.exit(await supervise(process.env));
