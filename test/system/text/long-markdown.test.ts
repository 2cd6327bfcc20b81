import { describe, expect, test } from 'vitest';
import { chunkText } from '../../../src/features/knowledge/indexing/chunk-text.ts';
import { bodyBlocks } from '../../../src/text/chunking/body-blocks.ts';
import { chunkBlocks } from '../../../src/text/chunking/chunk-blocks.ts';
import { parseHtml } from '../../../src/text/chunking/html.ts';
import { parseMarkdown } from '../../../src/text/chunking/markdown.ts';
import { parseText } from '../../../src/text/chunking/plain-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';

describe('a text of several pieces', () => {
  const section = (at: number) => `## Part ${at}\n\nSee [the guide][ref] of part ${at}.\n\n- a\n\n  b\n\n`;
  const text = `[ref]: /guide\n\n${Array.from({ length: 20_000 }, (_, at) => section(at)).join('')}`;

  test('has the blocks of all of it', () => {
    const blocks = parseMarkdown(text);
    expect(blocks).toHaveLength(60_000);
    for (const [at, { kind }] of blocks.entries()) expect(kind).toBe(['heading', 'paragraph', 'list'][at % 3]);
    expect(blocks.at(-2)?.text).toBe('See the guide of part 19999.');
  });

  test('keeps the text of a block that is longer than a piece', () => {
    for (const long of ['x'.repeat(1_200_000), 'word '.repeat(300_000).trim(), '- item\n'.repeat(200_000).trim()]) {
      const blocks = parseMarkdown(`a\n\n${long}\n\n# End`);
      expect(
        blocks
          .slice(1, -1)
          .map((block) => block.text)
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(long.replaceAll(/\s/g, ''));
      expect(blocks.at(-1)).toEqual({ kind: 'heading', level: 1, text: 'End' });
    }
  });

  /** Six million characters take the processor ten seconds: `DOCUMENTS=all`. Parsed as one, these are too many as well. */
  const sections = process.env['DOCUMENTS'] === 'all' ? 1_000_000 : 250_000;
  test('needs no more memory than its thread has', async () => {
    const chunks = await chunkText({ blocks: [], body: '# a\nb\n'.repeat(sections) }, AbortSignal.timeout(60_000));
    expect(chunks.length).toBeGreaterThan(sections / 100);
  }, 90_000);
});

/** More than ten times what the slowest of them takes on one processor of 2026. */
const MAX_MICROSECONDS = 60;
const LENGTH = 60_000;

describe('hostile texts take time linear in their length', () => {
  const repeat = (part: string, length = LENGTH) => part.repeat(length / part.length);
  const lines = (line: (at: number) => string) => {
    let text = '';
    for (let at = 0; text.length < LENGTH; at++) text += line(at);
    return text;
  };
  test.each([
    ['empty lines', repeat('\n')],
    ['open tags', repeat('<div>')],
    ['open raw elements', repeat('<pre>\n\n')],
    ['attributes', repeat('<a b c=1 ')],
    ['open attribute values', repeat('<a b="')],
    ['comments', repeat('<!--')],
    ['quotation marks', repeat('> ')],
    ['quotations with lazy lines', '>'.repeat(LENGTH / 2) + repeat('a\n', LENGTH / 2)],
    ['quoted lists', repeat('> - ')],
    ['lists on one line', repeat('- ')],
    ['lists in lists', lines((at) => `${' '.repeat((at % 300) * 2)}- a\n`)],
    ['empty items', repeat('-\n\n')],
    ['headings', repeat('# a\nb\n')],
    ['underlined headings', repeat('a\n=\n')],
    ['a heading of many lines', `${repeat('a\n')}===`],
    ['brackets', repeat('[')],
    ['images in images', repeat('![', LENGTH / 3) + repeat('](a)', (LENGTH * 2) / 3)],
    ['open links', repeat('[a](b "')],
    ['definitions', lines((at) => `[${at}]: b '\n`)],
    ['references', `[a]: b\n\n${repeat('[a][a]')}`],
    ['asterisks', repeat('**a')],
    ['mixed emphasis', repeat('*a_b~~c')],
    ['runs of backticks', lines((at) => `${'`'.repeat(at)} `)],
    ['fences', lines((at) => `${'`'.repeat(at + 3)}\n`)],
    ['tables', repeat('|a|\n|-|\n')],
    ['wide tables', `${repeat('|a', LENGTH / 10)}\n${repeat('|-', LENGTH / 10)}\n${repeat('|\n', LENGTH / 2)}`],
    ['entities', repeat('&#')],
    ['full stops', repeat('. ')],
    ['one letter', repeat('x')],
    ['white space', `a${repeat(' ')}b`],
    ['front matter', `---\ntitle: ${repeat('[')}\n---\n`],
  ])('%s', (_what, text) => {
    for (const parse of [parseText, parseMarkdown, parseHtml, bodyBlocks])
      expect((cpuTime(() => chunkBlocks(parse(text))) * 1000) / text.length).toBeLessThan(MAX_MICROSECONDS);
  });
});
