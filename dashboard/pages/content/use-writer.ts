import { useText } from '../../text/language.tsx';
import { de } from './history.de.ts';
import { en } from './history.en.ts';

export interface Writer {
  kind: 'key' | 'member';
  name: string | null;
}

/** Names who has written or deleted something. */
export function useWriter(): (writer: Writer | null) => string {
  const text = useText(en, de);
  return (writer) => {
    if (writer?.kind === 'key') return text.key(writer.name);
    return writer?.name ?? text.unknown;
  };
}
