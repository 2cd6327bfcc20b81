// Only what any Node can load: everything else needs the version that is checked here.
import { assertNodeVersion } from './shared/node-version.ts';

assertNodeVersion();
const { supervise } = await import('./supervisor/supervise.ts');
process.exit(await supervise(process.env));
