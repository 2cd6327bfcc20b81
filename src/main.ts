// Only imports code that any Node version can load, because the version is checked here.
import { assertNodeVersion } from './supervisor/node-version.ts';

assertNodeVersion();
const { serve } = await import('./app/serve.ts');
await serve(process.env);
