// Only imports code that any Node version can load, because the version is checked here.
import { assertNodeVersion } from './shared/node-version.ts';

assertNodeVersion();
const { serve } = await import('./serve.ts');
await serve(process.env);
