import { serveThread } from '../../../shared/process/serve-thread.ts';
import { embedText } from './run-model.ts';

/** A request waits for the vector of a query, so this thread does not give way. */
serveThread(embedText, ({ buffer }) => [buffer], 0);
