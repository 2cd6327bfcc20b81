// Only what any Node can load: everything else needs the version that is checked here.
import { assertNodeVersion } from './shared/node-version.ts';

assertNodeVersion();
const { serve } = await import('./serve.ts');
await serve(process.env);
