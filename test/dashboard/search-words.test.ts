import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Words {
  typed: string;
}
interface SearchWords {
  searchWords: (known: string) => Words;
  sendWords: (words: Words) => Words;
  receiveWords: (words: Words, known: string) => Words;
}

const { searchWords, sendWords, receiveWords } = (await import(
  fileURLToPath(new URL('../../dashboard/pages/content/search-words.ts', import.meta.url))
)) as SearchWords;

const type = (words: Words, typed: string) => ({ ...words, typed });

test('an address that arrives after more was typed and sent takes nothing back', () => {
  const sent = sendWords(type(sendWords(type(searchWords(''), 'a')), 'ab'));
  const one = receiveWords(type(sent, 'abc'), 'a');
  expect(one.typed).toBe('abc');
  const both = receiveWords(one, 'ab');
  expect(both.typed).toBe('abc');
  expect(receiveWords(both, 'a').typed).toBe('a');
});

test('words that were replaced on their way are not waited for', () => {
  const sent = sendWords(type(sendWords(type(searchWords(''), 'a')), 'ab'));
  const arrived = receiveWords(sent, 'ab');
  expect(receiveWords(arrived, 'a').typed).toBe('a');
});

test('words that are in the address, or on their way, are not sent again', () => {
  const words = searchWords('a');
  expect(sendWords(words)).toBe(words);
  const sent = sendWords(type(words, ''));
  expect(sendWords(sent)).toBe(sent);
  expect(receiveWords(sent, '').typed).toBe('');
  expect(sendWords(type(sent, 'a'))).not.toBe(sent);
});
