import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHtml } from '../../src/text/chunking/html.ts';
import { parseText } from '../../src/text/chunking/plain-text.ts';
import { countTokens } from '../../src/text/chunking/tokens.ts';
import { chunkBlocks, contextualText } from '../../src/text/chunking/chunk-blocks.ts';
import type { TextBlock } from '../../src/text/chunking/types.ts';

const sentence = (word: string, times = 12) => `${word.toUpperCase()} ${`${word} `.repeat(times).trim()}.`;
const prose = (...words: string[]) => words.map((word) => sentence(word)).join(' ');

describe('chunkBlocks', () => {
  test('a short text is one chunk', () => {
    expect(chunkBlocks([{ kind: 'paragraph', text: ' One.\0 ' }])).toEqual([
      { text: 'One.', section: [], position: 0 },
    ]);
    expect(chunkBlocks([{ kind: 'paragraph', text: ' \n' }])).toEqual([]);
    expect(chunkBlocks([])).toEqual([]);
  });

  test('chunks stay within their section and name the headings above them', () => {
    const chunks = chunkBlocks(
      [
        { kind: 'heading', text: 'Guide', level: 1 },
        { kind: 'paragraph', text: prose('intro') },
        { kind: 'heading', text: 'Install', level: 2 },
        { kind: 'paragraph', text: prose('install') },
        { kind: 'heading', text: 'Use', level: 2 },
        { kind: 'paragraph', text: prose('use') },
        { kind: 'heading', text: 'Appendix', level: 1 },
        { kind: 'paragraph', text: prose('appendix') },
      ],
      { maxTokens: 64, overlapTokens: 0 },
    );
    expect(chunks.map(({ section, position }) => [section, position])).toEqual([
      [['Guide'], 0],
      [['Guide', 'Install'], 1],
      [['Guide', 'Use'], 2],
      [['Appendix'], 3],
    ]);
    expect(chunks.map(({ text }) => text.split(' ')[0])).toEqual(['INTRO', 'INSTALL', 'USE', 'APPENDIX']);
  });

  test('tiny sections share a chunk, whose text tells their headings', () => {
    const blocks: TextBlock[] = ['Red', 'Green', 'Blue'].flatMap((colour) => [
      { kind: 'heading', text: colour, level: 2 } as const,
      { kind: 'paragraph', text: `About ${colour.toLowerCase()}.` } as const,
    ]);
    const [chunk, ...others] = chunkBlocks([{ kind: 'heading', text: 'Colours', level: 1 }, ...blocks]);
    expect(others).toEqual([]);
    expect(chunk?.section).toEqual(['Colours']);
    expect(chunk?.text).toBe('Red\n\nAbout red.\n\nGreen\n\nAbout green.\n\nBlue\n\nAbout blue.');
  });

  test('a heading with nothing below it is kept as text', () => {
    expect(sectionsAndTexts([{ kind: 'heading', text: 'Alone' }])).toEqual([[[], 'Alone']]);
    expect(
      sectionsAndTexts([
        { kind: 'heading', text: 'Top', level: 1 },
        { kind: 'heading', text: 'Empty', level: 2 },
        { kind: 'heading', text: 'Full', level: 2 },
        { kind: 'paragraph', text: 'Text.' },
      ]),
    ).toEqual([[['Top'], 'Empty\n\nFull\n\nText.']]);
  });

  test('a long paragraph is cut between sentences, and each chunk repeats the end of the one before', () => {
    const chunks = chunkBlocks([{ kind: 'paragraph', text: prose('alpha', 'beta', 'gamma', 'delta', 'omega') }], {
      maxTokens: 40,
      overlapTokens: 16,
    });
    expect(chunks.length).toBeGreaterThan(2);
    for (const [at, { text }] of chunks.entries()) {
      expect(text).toMatch(/^[A-Z]+ .*\.$/s);
      expect(countTokens(text)).toBeLessThanOrEqual(40);
      if (at > 0) expect(chunks[at - 1]?.text.endsWith(`${text.split('. ')[0]}.`)).toBe(true);
    }
  });

  test('sentences are not cut after abbreviations, and Japanese ones are known', () => {
    const english = 'We met Dr. Smith at noon, e.g. near Fig. 3 of the hall. ';
    const cut = chunkBlocks([{ kind: 'paragraph', text: english.repeat(9) }], { maxTokens: 24, overlapTokens: 0 });
    for (const { text } of cut) expect(text).toMatch(/^We met .* of the hall\.$/);
    const japanese = chunkBlocks([{ kind: 'paragraph', text: '今日は晴れです。明日は雨でしょう。'.repeat(9) }], {
      maxTokens: 24,
    });
    for (const { text } of japanese) expect(text).toMatch(/。$/);
  });

  test('a split table repeats its column names', () => {
    const rows = Array.from({ length: 40 }, (_, at) => `product ${at} | ${at} EUR`);
    const chunks = chunkBlocks([{ kind: 'table', text: ['name | price', ...rows].join('\n') }], { maxTokens: 60 });
    expect(chunks.length).toBeGreaterThan(2);
    for (const { text } of chunks) {
      expect(text.split('\n')[0]).toBe('name | price');
      expect(countTokens(text)).toBeLessThanOrEqual(60);
    }
    expect(chunks.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(rows);
  });

  test('code is cut between lines and keeps its indentation', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `  call(${at});`);
    const chunks = chunkBlocks([{ kind: 'code', text: lines.join('\n') }], { maxTokens: 50 });
    expect(chunks.flatMap(({ text }) => text.split('\n')).map((line) => line.trim())).toEqual(
      lines.map((line) => line.trim()),
    );
    expect(chunks[1]?.text).toMatch(/^ {2}call/);
  });

  test('page and times are those where the chunk begins and ends', () => {
    const speech = [0, 20, 40].map((at): TextBlock => ({
      kind: 'paragraph',
      text: prose('talk'),
      startTime: at,
      endTime: at + 20,
    }));
    expect(chunkBlocks(speech, { maxTokens: 40, overlapTokens: 0 })).toMatchObject([
      { startTime: 0, endTime: 40 },
      { startTime: 40, endTime: 60 },
    ]);
    const pages = [3, 4].map((page): TextBlock => ({ kind: 'paragraph', text: 'Short.', page }));
    expect(chunkBlocks(pages)).toMatchObject([{ page: 3 }]);
  });

  test('of any blocks every word is kept, in order, and every chunk is within its bounds', () => {
    const kinds = fc.constantFrom('paragraph', 'heading', 'table', 'code', 'list');
    const shape = fc.record({
      kind: kinds,
      words: fc.integer({ min: 0, max: 150 }),
      level: fc.integer({ min: -1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 12 }), fc.integer({ min: 16, max: 120 }), (shapes, maxTokens) => {
        let next = 0;
        const blocks = shapes.map(({ kind, words, level }): TextBlock => {
          const text = Array.from({ length: words }, () => `w${next++}${'. \n'[next % 3]}`).join(' ');
          return { kind, level, text };
        });
        const chunks = chunkBlocks(blocks, { maxTokens, overlapTokens: 10 });
        const found = chunks.flatMap(({ section, text }) => [...section, text].join(' ').match(/w\d+/g) ?? []);
        expect(new Set(found).size).toBe(next);
        for (const { text } of chunks) expect(countTokens(text)).toBeLessThanOrEqual(maxTokens * 1.25 + 8);
        const firstSeen = [...new Set(chunks.flatMap(({ text }) => text.match(/w\d+/g) ?? []))].map((word) =>
          Number(word.slice(1)),
        );
        expect(firstSeen).toEqual(firstSeen.toSorted((a, b) => a - b));
      }),
      { numRuns: 150 },
    );
  });

  test('an endless word or sentence is cut too, never within a character', () => {
    for (const endless of ['x', '😀', 'word ', '漢', 'a,']) {
      const text = endless.repeat(3000);
      const chunks = chunkBlocks([{ kind: 'paragraph', text }], { maxTokens: 50, overlapTokens: 0 });
      expect(
        chunks
          .map((chunk) => chunk.text)
          .join('')
          .replaceAll(/\s/g, ''),
      ).toBe(text.replaceAll(/\s/g, ''));
      for (const chunk of chunks) {
        expect(countTokens(chunk.text)).toBeLessThanOrEqual(50);
        expect(chunk.text.isWellFormed()).toBe(true);
      }
    }
  });
});

function sectionsAndTexts(blocks: TextBlock[]): [string[], string][] {
  return chunkBlocks(blocks).map(({ section, text }) => [section, text]);
}

describe('parseText', () => {
  test('paragraphs are parted by empty lines', () => {
    expect(parseText('\ufeffa\nb\n \nc').map(({ text }) => text)).toEqual(['a\nb', 'c']);
  });
});

describe('parseHtml', () => {
  test('finds headings, paragraphs, lists, tables and preformatted text, and leaves out what no reader sees', () => {
    const html = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body>
      <nav><a>Home</a><nav>x</nav></nav>
      <h1>Über &amp; <em>mehr</em></h1>
      <p>Bo<b>ld</b> and&nbsp;not<br>next line<p>Second &lt;p&gt;
      <div hidden>no <div>no</div></div><div style="display: none">no</div><span aria-hidden="true">no</span>
      <ul><li>one<li>two<ul><li>sub</ul></ul>
      <table><tr><th>A<th>B<tr><td>1</td><td>2 <p>x</p></td></tr></table>
      <pre>a
  b</pre>
      <script>if (a<b) document.write("<p>no</p>")</script>
      <div>tail</div></body></html>`;
    expect(parseHtml(html)).toEqual([
      { kind: 'heading', level: 1, text: 'Über & mehr' },
      { kind: 'paragraph', text: 'Bold and not\nnext line' },
      { kind: 'paragraph', text: 'Second <p>' },
      { kind: 'list', text: '- one\n- two\n  - sub' },
      { kind: 'table', text: 'A | B\n1 | 2 x' },
      { kind: 'code', text: 'a\n  b' },
      { kind: 'paragraph', text: 'tail' },
    ]);
  });

  test('broken HTML keeps its text', () => {
    expect(
      parseHtml('a < b </p></table><td>c<ul>d</div> & e')
        .map(({ text }) => text)
        .join(' '),
    ).toBe('a < b c d & e');
  });
});

describe('contextualText', () => {
  test('puts title and section before the text, without repeating a heading that is the title', () => {
    expect(contextualText('Guide', ['Guide', 'Install'], 'Run it.')).toBe('Guide › Install\n\nRun it.');
    expect(contextualText('', [], 'Run it.')).toBe('Run it.');
  });
});
