import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { openFormatted, readBody, sourceAround, typeInParagraph, withLineEnds, writeBody } from './support/body.ts';
import { RANDOM_HTML, RANDOM_MARKDOWN } from './support/random-body.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Opens a body, types a word in a paragraph and saves: every other block is what it was, byte for byte. */
function expectOthersKept(source: string): 'formatted' | 'source' {
  const opened = openFormatted(source);
  if (!opened) {
    expectSourceKept(source);
    return 'source';
  }
  expect(writeBody(opened.body, opened.edited)).toBe(source);
  const at = typeInParagraph(opened.edited, 'zebra');
  if (at === null) return 'formatted';
  const written = writeBody(opened.body, opened.edited);
  const { before, after } = sourceAround(opened.body, at);
  expect(written.slice(0, before.length)).toBe(before);
  expect(written.slice(written.length - after.length)).toBe(after);
  expect(written.slice(before.length, written.length - after.length)).toContain('zebra');
  return 'formatted';
}

/** In the source text: a browser gives the text of an input with its own line ends. */
function expectSourceKept(source: string): void {
  const shown = source.replaceAll(/\r\n?/g, '\n');
  expect(withLineEnds(source, shown)).toBe(source);
  const at = Math.floor(shown.length / 2);
  const written = withLineEnds(source, `${shown.slice(0, at)}zebra${shown.slice(at)}`);
  expect(written.replace('zebra', '')).toBe(source);
}

describe('a body opens as source text and says why', () => {
  test.each([
    ['| Part | Nm |\n| --- | --- |\n| Pedal | 35 |', ['table']],
    ['<p>Torque:</p><table><tr><td>Pedal</td></tr></table>', ['table']],
    ['Text\n\n![A wheel](/wheel.jpg)', ['image']],
    ['![A wheel][wheel]\n\n[wheel]: /wheel.jpg', ['image', 'reference']],
    ['<p>Text <img src="/wheel.jpg" alt=""></p>', ['image']],
    ['Text[^1]\n\n[^1]: A note of several words', ['footnote']],
    ['See [the manual][m].\n\n[m]: /manual', ['reference']],
    ['One<br>two', [{ element: 'br' }]],
    ['Text\n\n<div class="note">\n\nInside\n\n</div>', [{ element: 'div' }]],
    ['<!-- more -->\n\nText', ['comment']],
    ['<p>Text</p><!-- more -->', ['comment']],
    ['---\ntitle: A wheel\n---\n\nText', ['frontMatter']],
    ['---\r\ntitle: A wheel\r\n---\r\n\r\nText', ['frontMatter']],
    ['<p class="lead">Text</p>', [{ attribute: 'class' }]],
    ['<h2 id="spokes">Spokes</h2>', [{ attribute: 'id' }]],
    ['<p style="color: red" data-x="1">Text</p>', [{ attribute: 'style' }, { attribute: 'data-x' }]],
    ['<p>Text</p><iframe src="https://example.org"></iframe>', [{ element: 'iframe' }]],
    ['<p>Text</p><script>start()</script>', [{ element: 'script' }]],
    ['<dl><dt>Hub</dt><dd>The middle</dd></dl>', [{ element: 'dl' }]],
    ['<p>One<p>two', ['malformed']],
    ['<p>One</b></p>', ['malformed']],
    ['<ol type="a"><li>One</li></ol>', [{ attribute: 'type' }]],
    ['<p><a name="top">Top</a></p>', [{ attribute: 'name' }, { address: '' }]],
    ['[Open](obsidian://vault)', [{ address: 'obsidian://vault' }]],
    ['word '.repeat(50_000), ['length']],
  ])('%j', (source, problems) => {
    expect(readBody(source)).toEqual({ problems });
  });
});

describe('a body that the formatted view shows whole opens formatted', () => {
  test.each([
    '',
    '\n',
    'Plain text with snake_case, 5 * 3 < 20 & [brackets]',
    '\uFEFF# With a mark of byte order\n\nText\n',
    'Setext\n======\n\nAnd\n---\ntext\n',
    '# Heading\ntext directly below\nin two lines  \nwith a break\\\nand another\n',
    '* one\n* two\n\n  of two paragraphs\n\n\n5) five\n6) six\n   - nested\n',
    '- [ ] to do\n- [x] done\n',
    '~~~js {1,3} title="a b"\ncode\n\n~~~\n\n\tindented code\n',
    '> quoted\nlazily\n\n***\n\n**bold `code`** and [`code`](/x "A title") <https://example.org>\n',
    'Entities: &copy; &nbsp; &#65;\r\n\r\nsecond &amp; third\r\n',
    'Term\n: its definition\n\n::: tip\nA tip\n:::\n\n$$\na_1 * b\n$$\n',
    '- a\n- b\n\n* another list\n',
    '<p>Text</p>\n\n<h2>Heading</h2>\r\n<ul>\n  <li>one</li>\n  <li><p>two</p><ol start="3"><li>three</li></ol></li>\n</ul>\n',
    '<p><b>b</b> <i>i</i> <strong>s</strong> <a href="/x" target="_blank" rel="nofollow" class="k" title="t">x</a><br>y</p>',
    '<pre>plain</pre><pre><code class="language-js">a &lt; b\n</code></pre><blockquote><p>q</p></blockquote><hr>',
  ])('%j', (source) => {
    expect(expectOthersKept(source)).toBe('formatted');
  });

  test.each([
    ['Use `a` in snake_case\nor 5 * 3.', 'Use `a` in snake_case\nor 5 * 3. zebra'],
    ['Term\n: its definition', 'Term\n: its definition zebra'],
    ['{{< ref "a_b_c" >}} and [[toc]] $x_1 * y$', '{{< ref "a_b_c" >}} and [[toc]] $x_1 * y$ zebra'],
    ['One\r\ntwo\r\n', 'One\r\ntwo zebra\r\n'],
    ['_soft_ and **hard**', '_soft_ and **hard** zebra'],
    ['\\*no emphasis\\*', '\\*no emphasis\\* zebra'],
    ['<p>a <b>b</b>&nbsp;&lt;</p>\n', '<p>a <b>b</b>&nbsp;&lt; zebra</p>\n'],
    ['<p><a href="/x">x</a></p>', '<p><a href="/x">x</a> zebra</p>'],
  ])('a paragraph keeps what was not changed: %j', (source, expected) => {
    const opened = openFormatted(source);
    if (!opened) throw new Error('It opens as source text');
    typeInParagraph(opened.edited, 'zebra');
    expect(writeBody(opened.body, opened.edited)).toBe(expected);
  });
});

describe('every edit is saved as it is shown', () => {
  test.each([
    ['two lists that become neighbours stay two', '- a\n\ntext\n\n- b\n\nend\n', 1, '- a\n\n* b\n\nend\n'],
    ['code below a list stays outside of it', '- a\n\ntext\n\n    code\n', 1, '- a\n\n```\ncode\n```\n'],
    ['the last block goes', '# A\n\ntext\n\nend\n', 2, '# A\n\ntext\n'],
    ['the first block goes', '# A\n\ntext\n\nend\n', 0, ' text\n\nend\n'.trimStart()],
    ['a block of HTML goes', '<p>a</p>\n<p>b</p>\n<p>c</p>\n', 1, '<p>a</p>\n<p>c</p>\n'],
  ])('%s', (_name, source, removed, expected) => {
    const opened = openFormatted(source);
    opened?.edited.content?.splice(removed, 1);
    expect(opened && writeBody(opened.body, opened.edited)).toBe(expected);
  });

  test('an empty editor saves an empty body', () => {
    const opened = openFormatted('<p>a</p>\n<p>b</p>\n');
    expect(opened && writeBody(opened.body, { type: 'doc', content: [{ type: 'paragraph' }] })).toBe('');
  });
});

/** A run of the whole suite tries a few, always the same; `DASHBOARD=full` many others. */
const RUNS = process.env['DASHBOARD'] === 'full' ? { numRuns: 3_000 } : { numRuns: 200, seed: 190 };

const EDITS = fc.array(fc.tuple(fc.constantFrom('move', 'remove', 'double'), fc.nat(8), fc.nat(8)), {
  minLength: 1,
  maxLength: 3,
});

describe.each([
  ['Markdown', RANDOM_MARKDOWN],
  ['HTML', RANDOM_HTML],
])('random %s', (_name, sources) => {
  test('opens, a paragraph is changed, and every other block is the same, byte for byte', () => {
    const counts = { formatted: 0, source: 0 };
    fc.assert(
      fc.property(sources, (source) => void counts[expectOthersKept(source)]++),
      RUNS,
    );
    expect(counts.formatted).toBeGreaterThan(RUNS.numRuns / 6);
    expect(counts.source).toBeGreaterThan(RUNS.numRuns / 6);
  });

  test('is saved as it is shown after blocks were moved, removed and doubled', () => {
    const counts = { formatted: 0, source: 0 };
    const shows = (source: string, edits: readonly (readonly [string, number, number])[]) => {
      const opened = openFormatted(source);
      const blocks = opened?.edited.content ?? [];
      for (const [kind, from, to] of edits) {
        const at = from % blocks.length;
        const [block] = kind === 'double' ? blocks.slice(at) : blocks.splice(at, 1);
        if (block && kind !== 'remove') blocks.splice(to % (blocks.length + 1), 0, block);
      }
      if (!opened || blocks.length === 0) return;
      const saved = openFormatted(writeBody(opened.body, opened.edited));
      counts[saved ? 'formatted' : 'source']++;
      if (saved) expect(saved.edited.content).toEqual(blocks);
    };
    fc.assert(fc.property(sources, EDITS, shows), RUNS);
    // Lists of lists of empty items, of which each parser makes something else.
    expect(counts.source).toBeLessThan(counts.formatted / 20);
  });
});

describe('50 pages of the documentation of packages', () => {
  const markdown = new MarkdownIt({ html: true });
  const pages = globSync('node_modules/*/{README.md,docs/*.md}', { cwd: ROOT })
    .map((path) => readFileSync(`${ROOT}${path}`, 'utf8'))
    .filter(({ length }) => length > 1_500 && length < 20_000)
    .slice(0, 50);

  test.each([
    ['Markdown', (source: string) => source],
    ['Markdown with line ends of Windows', (source: string) => source.replaceAll(/\r?\n/g, '\r\n')],
    ['HTML', (source: string) => markdown.render(source)],
  ])('as %s: a paragraph is changed, and every other block is the same', (_format, convert) => {
    const opened = pages.map((source) => expectOthersKept(convert(source)));
    expect(pages).toHaveLength(50);
    expect(opened.filter((view) => view === 'formatted').length).toBeGreaterThan(5);
  });
});
