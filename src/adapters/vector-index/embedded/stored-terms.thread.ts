import { serveThread } from '../../../shared/process/serve-thread.ts';
import { type CountedText, countText } from './stored-terms.ts';

serveThread((texts: readonly { title: string; text: string }[]): CountedText[] => texts.map(countText));
