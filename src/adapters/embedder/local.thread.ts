import { serveThread } from '../../shared/process/serve-thread.ts';
import { embedAll } from './local.ts';

serveThread(embedAll, ({ buffer }) => [buffer]);
