import { serveThread } from '../../../shared/process/serve-thread.ts';
import { embedText } from './run-model.ts';

serveThread(embedText, ({ buffer }) => [buffer]);
