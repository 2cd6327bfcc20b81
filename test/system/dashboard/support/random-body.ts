import fc from 'fast-check';

const oneOf = (separator: string, ...lines: string[]) => fc.constantFrom(...lines.join(separator).split(separator));
const texts = (part: fc.Arbitrary<string>, maxLength: number, gap = '') =>
  fc.array(part, { maxLength }).map((parts) => parts.join(gap));

const WORD = fc.oneof(
  oneOf(
    ' ',
    'word snake_case 5*3 * _ **b** *i* `c` [l](/u) [ ] < > & &amp; &copy; \\ \\* ~~s~~ # 1. - + | ! : = --- ` `` $x$',
    '![i](/i.png) <br> <b>x</b> [r][r] [^1] {{x}} <https://example.org> https://example.org [](/u) ä 👍 "',
  ),
  fc.constantFrom('  ', '\t', '\u00A0', '  \n', '\\\n', '\n', '\n', '\r\n'),
);
const BLOCK_START = oneOf(
  '¶',
  '¶¶¶¶# ¶## ¶- ¶* ¶1. ¶3) ¶> ¶  ¶    ¶\t¶```\n¶~~~js x\n¶===\n¶---\n¶***\n¶a\n===\n¶a  \n¶| a | b |\n|---|---|\n',
  '[r]: /u\n¶[^1]: ¶<!-- c -->\n¶<div>\n¶- [ ] ¶  - ¶> - ¶- > ¶: ',
);
const BLANK = fc.constantFrom('\n\n', '\n\n', '\n\n', '\n', '\n\n\n', '\r\n\r\n', '\n \n', '');
const LINE = fc.array(WORD, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));

/** Markdown with all that the editor knows and does not know, well-formed or not. */
export const RANDOM_MARKDOWN = texts(
  fc.tuple(BLOCK_START, LINE, BLANK).map((parts) => parts.join('')),
  8,
);

const element = (tag: string, inner: string) => `<${tag}>${inner}</${tag.split(' ')[0] ?? ''}>`;
/** Mostly what the editor knows. */
const tags = (usual: string, rare: string) =>
  fc.oneof({ weight: 20, arbitrary: oneOf(',', usual) }, { weight: 1, arbitrary: oneOf(',', rare) });

const { inline: INLINE } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(
      { weight: 20, arbitrary: oneOf('¶', 'word¶ ¶  two ¶\n¶&amp;¶&nbsp;¶&lt;b&gt;¶"¶<br>¶<br/>¶ä') },
      { weight: 1, arbitrary: oneOf('¶', '<img src="/i.png">¶<!-- c -->¶</b>¶<br class="x">') },
    ),
    fc
      .tuple(
        tags('b,strong,i,em,u,s,code,a href="/u",a href="/u" class="k"', 'span,b id="x",a name="y"'),
        texts(tie('inline'), 3),
      )
      .map(([tag, inner]) => element(tag, inner)),
  ),
}));

const { block: BLOCK } = fc.letrec<{ block: string }>((tie) => {
  const text = texts(INLINE, 4);
  const blocks = texts(tie('block'), 3, '\n');
  const item = fc
    .oneof(
      text,
      blocks,
      fc.tuple(text, blocks).map((parts) => parts.join('')),
    )
    .map((inner) => `<li>${inner}</li>`);
  return {
    block: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(tags('p,p,p,h2', 'p class="x",div'), text).map(([tag, inner]) => element(tag, inner)),
      fc.oneof(
        {
          weight: 20,
          arbitrary: oneOf('¶', '<hr>¶<pre>\n a\n  b</pre>¶<pre><code class="language-js">x &lt; y\n</code></pre>'),
        },
        { weight: 1, arbitrary: oneOf('¶', '<table><tr><td>x</td></tr></table>¶<!-- c -->¶text¶<p>open') },
      ),
      fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => element('blockquote', parts.join('\n'))),
      fc
        .tuple(tags('ul,ol,ol start="4"', 'ol type="a",dl'), fc.array(item, { minLength: 1, maxLength: 3 }))
        .map(([tag, items]) => element(tag, items.join('\n'))),
    ),
  };
});

/** HTML with all that the editor knows, and some that it does not know, well-formed or not. */
export const RANDOM_HTML = texts(
  fc.tuple(BLOCK, fc.constantFrom('', '\n', '\n\n', '\r\n', '  ')).map((parts) => parts.join('')),
  6,
);
