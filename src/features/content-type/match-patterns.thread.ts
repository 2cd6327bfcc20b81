import { serveThread } from '../../shared/process/serve-thread.ts';
import { compilePattern } from '../../text/safe-pattern.ts';
import type { PatternCall } from './match-patterns.service.ts';

serveThread(({ source, text }: PatternCall) => compilePattern(source).test(text));
