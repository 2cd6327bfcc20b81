import { describe, expect, test } from 'vitest';
import { bodyBlocks } from '../../src/text/chunking/body-blocks.ts';
import { findFrontMatter, separateFrontMatter } from '../../src/text/chunking/front-matter.ts';
import { parseMarkdown } from '../../src/text/chunking/markdown.ts';

describe('parseMarkdown', () => {
  test('finds headings of both kinds, lists, tables, code and paragraphs, and drops marks and front matter', () => {
    const markdown = `---
title: x
---
# One **two** #
Text with a [link](https://example.org/a "title"), *stress* and \`code\`.
Second line.

Setext
------
- a
- b
  more of b

1. c

| n | v |
|---|:-:|
| 1 | 2 |

\`\`\`js
# not a heading

x()
\`\`\`
> quoted
> lines

***
2 * 3 * 4 and snake_case_name`;
    expect(parseMarkdown(markdown)).toEqual([
      { kind: 'heading', level: 1, text: 'One two' },
      { kind: 'paragraph', text: 'Text with a link, stress and code.\nSecond line.' },
      { kind: 'heading', level: 2, text: 'Setext' },
      { kind: 'list', text: '- a\n- b\n  more of b' },
      { kind: 'list', text: '1. c' },
      { kind: 'table', text: 'n | v\n1 | 2' },
      { kind: 'code', text: '# not a heading\n\nx()' },
      { kind: 'paragraph', text: 'quoted\nlines' },
      { kind: 'paragraph', text: '2 * 3 * 4 and snake_case_name' },
    ]);
  });

  test('an unclosed fence extends to the end, and Windows line ends are line ends', () => {
    expect(parseMarkdown('a\r\n\r\n~~~\r\nb\r\n')).toEqual([
      { kind: 'paragraph', text: 'a' },
      { kind: 'code', text: 'b' },
    ]);
  });

  test('code and tables in a list are blocks of their own, and nested items keep their depth', () => {
    const markdown =
      '1. One\n   - inner\n\n     text of it\n\n   ```sh\n     run\n   ```\n2. Two\n\n   | a | b |\n   |---|---|\n   | 1 |   |\n';
    expect(parseMarkdown(markdown)).toEqual([
      { kind: 'list', text: '1. One\n  - inner\n    text of it' },
      { kind: 'code', text: '  run' },
      { kind: 'list', text: '2. Two' },
      { kind: 'table', text: 'a | b\n1 | ' },
    ]);
  });

  test('HTML contributes its text; what only looks like a tag is text', () => {
    const markdown = `<h1 align="center">Lectern</h1>

<details><summary>More</summary>

Press <kbd>Enter</kbd> &amp; read <a href="/x">this</a>.<br>A \`Map\` is a Map<string>.

| a<br>b | <b>c</b> |
|---|---|
| 1 | <!-- no --> |

<!-- not
shown -->
</details>

<script>no()</script>
<ul><li>one</li><li>two</li></ul>`;
    expect(parseMarkdown(markdown)).toEqual([
      { kind: 'heading', level: 1, text: 'Lectern' },
      { kind: 'paragraph', text: 'More' },
      { kind: 'paragraph', text: 'Press Enter & read this.\nA Map is a Map<string>.' },
      { kind: 'table', text: 'a b | c\n1 | ' },
      { kind: 'list', text: '- one\n- two' },
    ]);
  });

  test('a heading in a quotation opens no section', () => {
    expect(parseMarkdown('> # Note\n> text\n\nafter')).toEqual([
      { kind: 'paragraph', text: 'Note' },
      { kind: 'paragraph', text: 'text' },
      { kind: 'paragraph', text: 'after' },
    ]);
  });

  test('text nested more deeply than the limit is kept', () => {
    for (const mark of ['> ', '- ', '1. ', '> - ', '>'])
      expect(
        parseMarkdown(`${mark.repeat(2000)}deep\n\nafter`)
          .map(({ text }) => text)
          .join(' '),
      ).toMatch(/deep.* after$/s);
  });
});

describe('front matter', () => {
  const titled = (yaml: string, body = 'Text.') => parseMarkdown(`---\n${yaml}\n---\n${body}`).map(({ text }) => text);

  test('its title is the heading of a text without one, and nothing else of it is text', () => {
    expect(titled('title: "Fork: or clone?" # comment\ntags: [a, b]')).toEqual(['Fork: or clone?', 'Text.']);
    expect(titled('tags:\n  - title: no\ntitle: >\n  Folded\n  title\ndraft: true')).toEqual(['Folded title', 'Text.']);
    expect(titled('title: Unused', '# Own\n\nText.')).toEqual(['Own', 'Text.']);
    expect(titled('title: Guide', '## Section\n\nText.')).toEqual(['Guide', 'Section', 'Text.']);
    expect(titled('section: 1')).toEqual(['Text.']);
  });

  test('its values are scalars and lists of scalars; others are left out', () => {
    const yaml = `a: "\\0\\ud800x"\nb: [1, two, null, true]\nc: {d: e}\nf:\n  - [g]\nh: 2026-11-23\ni: .inf\nj: !js x\n? [k]\n: l\n__proto__: m\nn:`;
    const values = { a: '\ufffdx', b: [1, 'two', null, true], h: '2026-11-23', i: 'Infinity', n: null };
    expect(findFrontMatter(`---\n${yaml}\n---\nText.`)).toEqual(values);
    expect(findFrontMatter(`\ufeff---\r\n${yaml.replaceAll('\n', '\r\n')}\r\n---\r\nText.`)).toEqual(values);
  });

  test('keeps the digits of numbers that a double would change', () => {
    expect(findFrontMatter('---\nid: 1234567890123456789\nn: [7, -9007199254740993]\nsmall: 3\n---')).toEqual({
      id: '1234567890123456789',
      n: [7, '-9007199254740993'],
      small: 3,
    });
  });

  test('has at most 50 keys of 100 characters with values of 1,000', () => {
    const keys = Array.from({ length: 60 }, (_, at) => `k${at}: ${at}`).join('\n');
    expect(Object.keys(findFrontMatter(`---\n${keys}\n---`) ?? {})).toHaveLength(50);
    const long = `${'k'.repeat(101)}: 1\na: ${'x'.repeat(1001)}\nb: [${'x, '.repeat(100)}x]\nc: ['${'x'.repeat(600)}', '${'x'.repeat(600)}']`;
    expect(findFrontMatter(`---\n${long}\nd: ${'x'.repeat(1000)}\n---`)).toEqual({ d: 'x'.repeat(1000) });
  });

  test('aliases are not expanded', () => {
    const bomb = `a: &a [x]\nb: &b [*a, *a]\ntitle: [*b, *b]\nc: *a`;
    expect(titled(bomb)).toEqual(['Text.']);
    expect(findFrontMatter(`---\n${bomb}\n---`)).toEqual({ a: ['x'] });
  });

  test.each([
    ['open list', 'title: ['],
    ['open quotation', 'title: "a'],
    ['deep nesting', `title: ${'['.repeat(9000)}`],
    ['two equal keys', 'a: 1\na: 2'],
    ['prose with a colon', 'Prose\n\nnote: this'],
    ['too many characters', `a: 1\n${'# comment\n'.repeat(1700)}`],
    ['601 commas', `a: [${'x,'.repeat(601)}]`],
    ['401 lines', `a: 1${'\n# x'.repeat(400)}`],
  ])('a block that is not valid YAML or too long is text: %s', (_what, yaml) => {
    const text = `---\n${yaml}\n---\nText.`;
    expect(separateFrontMatter(text)).toEqual({ body: text, values: null });
    expect(titled(yaml).join(' ')).toContain(yaml.split('\n')[0]?.slice(0, 5));
  });

  test('is not part of an HTML body', () => {
    expect(bodyBlocks('---\r\ntitle: A\r\n---\r\n<div>x</div>').map(({ text }) => text)).toEqual(['x']);
  });

  test('a text between two rules is text', () => {
    expect(titled('Only prose\n\nhere.')).toEqual(['Only prose', 'here.', 'Text.']);
  });
});

describe('bodyBlocks', () => {
  const kinds = (body: string) => bodyBlocks(body).map(({ kind }) => kind);

  test.each([
    ['a tag in a heading', '# A\n\n## Zebra<br>\n\ntext', ['heading', 'heading', 'paragraph']],
    ['a block before a list', '<p align="center">\n<img src="a.png">\n</p>\n\n- a\n- b', ['list']],
    ['a block before a code block', '<div>\n    <p>x</p>\n</div>\n\n```\ncode\n```', ['paragraph', 'code']],
    ['a block before a table', '<div>x</div>\n\na | b\n--|--\n1 | 2', ['paragraph', 'table']],
    ['a block before a link', '<div>x</div>\n\nSee [this](/a).', ['paragraph', 'paragraph']],
    ['inline tags only', 'One<br>two\n\n<b>three</b>', ['paragraph', 'paragraph']],
    ['a tag named in code', '`<pre>` is a tag\n\n# A\n\n</pre>', ['paragraph', 'heading']],
  ])('Markdown with %s is read as Markdown', (_what, body, expected) => {
    expect(kinds(body)).toEqual(expected);
  });

  test.each([
    [
      'marks within pre',
      '<div><pre><code>\nnpm i\n\n# start\n- x\n</code></pre></div>\n<p>after</p>',
      ['code', 'paragraph'],
    ],
    ['a script', '<p>a</p>\n<script>\n\n# no\n```\n</script>', ['paragraph']],
    ['indented elements', '<div>\n\n    <p>a - b</p>\n\n- c\n</div>', ['paragraph', 'paragraph']],
    ['a whole page', '<!doctype html><p>a</p>\n\n# b', ['paragraph', 'paragraph']],
  ])('HTML with %s is read as HTML', (_what, body, expected) => {
    expect(kinds(body)).toEqual(expected);
  });
});
