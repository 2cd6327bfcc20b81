import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodyBlocks } from '../../src/text/chunking/body-blocks.ts';
import { chunkBlocks } from '../../src/text/chunking/chunk-blocks.ts';
import { splitBlock } from '../../src/text/chunking/split.ts';
import type { TextBlock } from '../../src/text/chunking/types.ts';

const TOKENS = 20;
/** Words, full stops without a space after them, other scripts, white space of every kind, whole characters. */
const part = fc.oneof(
  fc.constantFrom(
    '(./Server',
    '. ',
    '.',
    '?',
    'e.g. ',
    ' Dr. ',
    '\n',
    '  ',
    '\t',
    '\u00a0',
    '。',
    '今日は晴れです',
    '😀',
    'A',
    '\n    x();',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.lorem({ maxCount: 12 }),
  fc.constant('x'.repeat(300)),
  fc.constant(' '.repeat(200)),
);
const source = fc.array(part, { maxLength: 60 }).map((parts) => parts.join('').replaceAll('\0', '').toWellFormed());
const kind = fc.constantFrom<TextBlock['kind']>('paragraph', 'code', 'list');

describe('splitting', () => {
  test('the parts of a text, joined, are the text', () => {
    fc.assert(
      fc.property(source, kind, (text, kind) => {
        const parts = splitBlock({ kind, text }, TOKENS);
        const end = /\s*$/.exec(text)?.[0] ?? '';
        expect(parts.map((each) => each.join + each.text).join('') + end).toBe(text);
        for (const { join } of parts) expect(join.trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  test('each chunk is a slice of the text, and only white space stands between two', () => {
    fc.assert(
      fc.property(source, kind, (text, kind) => {
        let end = 0;
        for (const chunk of chunkBlocks([{ kind, text }], { maxTokens: TOKENS, overlapTokens: 0 })) {
          const start = text.indexOf(chunk.text, end);
          expect(text.slice(end, start).trim()).toBe('');
          expect(start).toBeGreaterThanOrEqual(end);
          end = start + chunk.text.length;
        }
        expect(text.slice(end).trim()).toBe('');
      }),
      { numRuns: 500 },
    );
  });

  test('a chunk that repeats the end of the previous one is a slice of the text too', () => {
    fc.assert(
      fc.property(source, (text) => {
        for (const chunk of chunkBlocks([{ kind: 'paragraph', text }], { maxTokens: TOKENS, overlapTokens: 8 }))
          expect(text).toContain(chunk.text);
      }),
      { numRuns: 500 },
    );
  });

  test('a path in long prose stays as it is', () => {
    const text = 'Start the server (./Server.ts or src/main.ts) now. '.repeat(200).trim();
    const chunks = chunkBlocks([{ kind: 'paragraph', text }], { overlapTokens: 0 });
    expect(chunks.length).toBeGreaterThan(2);
    expect(chunks.map((chunk) => chunk.text).join(' ')).toBe(text);
  });
});

describe('code and tables', () => {
  test('are whole in a chunk where they fit, with their heading path', () => {
    const prose = 'Some prose that fills the chunk up to here. '.repeat(30);
    const code = Array.from({ length: 20 }, (_, at) => `  call(${at});`).join('\n');
    const rows = Array.from({ length: 20 }, (_, at) => `| item ${at} | ${at} |`).join('\n');
    const markdown = `# Guide\n\n## Run<br>\n\n${prose}\n\n\`\`\`js\n${code}\n\`\`\`\n\n${prose}\n\n| name | price |\n|---|---|\n${rows}\n`;
    const chunks = chunkBlocks(bodyBlocks(markdown));
    expect(chunks.length).toBeGreaterThan(1);
    const withCode = chunks.filter(({ text }) => text.includes('call('));
    const withRows = chunks.filter(({ text }) => text.includes('item '));
    expect(withCode).toMatchObject([{ section: ['Guide', 'Run'], text: expect.stringContaining(code) }]);
    expect(withRows).toMatchObject([
      { section: ['Guide', 'Run'], text: expect.stringContaining('name | price\nitem 0 | 0') },
    ]);
  });

  test('the first line of code keeps its indentation', () => {
    expect(chunkBlocks([{ kind: 'code', text: '\n    a\n  b\n' }])).toMatchObject([{ text: '    a\n  b' }]);
  });
});
