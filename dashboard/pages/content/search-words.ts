import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** The text of a search box whose words are also in the address. */
export interface SearchWords {
  typed: string;
  /** Words of the address. */
  known: string;
  /** Words on their way into the address, oldest first. */
  sent: readonly string[];
}

export function searchWords(known: string): SearchWords {
  return { typed: known, known, sent: [] };
}

/** What was typed is to be in the address; the same object if it is there, or on its way. */
export function sendWords(words: SearchWords): SearchWords {
  const { typed, known, sent } = words;
  return typed === (sent.at(-1) ?? known) ? words : { ...words, sent: [...sent, typed] };
}

/**
 * The address has other words: if they were sent from here, the user may have typed on meanwhile, and nothing is
 * replaced. Only those of somebody else, such as a view or the way back, are taken.
 */
export function receiveWords(words: SearchWords, known: string): SearchWords {
  if (known === words.known) return words;
  const position = words.sent.indexOf(known);
  return position === -1 ? searchWords(known) : { ...words, known, sent: words.sent.slice(position + 1) };
}

/** @param known the words in the address; @param onSearch called when nothing was typed for a moment */
export function useSearchWords(known: string, onSearch: (words: string) => void) {
  const [stored, setStored] = useState(() => searchWords(known));
  const words = receiveWords(stored, known);
  if (words !== stored) setStored(words);
  const searchSoon = useDebouncedCallback(() => {
    const next = sendWords(words);
    if (next === words) return;
    setStored(next);
    onSearch(next.typed);
  }, 300);
  return {
    words: words.typed,
    setWords: (typed: string) => {
      setStored((now) => ({ ...now, typed }));
      searchSoon();
    },
  };
}
