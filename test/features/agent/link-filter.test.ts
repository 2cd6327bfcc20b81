import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { LinkFilter } from '../../../src/features/agent/link/link-filter.ts';
import { filterLinks } from '../../../src/features/agent/link/link-parser.ts';
import { linkPolicy } from '../../../src/features/agent/link/link-policy.ts';

const policy = linkPolicy({ linkHosts: ['good.example', '*.shop.example'] }, ['https://source.example/page?id=1']);
const filtered = (text: string) => filterLinks(text, policy);
const REMOVED = '(link removed)';

describe('what may stay', () => {
  test.each([
    'Plain text, with a + b < c and 1/2, e.g. this: "so".',
    'See [the page](https://good.example/a_(b)?c=d#e "Title") and <https://good.example/x>.',
    '![Logo](https://img.shop.example/logo.png)',
    'https://good.example/path, www.good.example? No: https://a.shop.example.'.replace('www.good.example', 'it'),
    '[Source](https://source.example/page?id=1#top)',
    '[Cart](/cart) and [part](#part)',
    '[1]: https://good.example/ "T"',
    'An array[0], a [note], [x] and a[i][j]; <b>bold</b>, Promise<string>, node.js and a@b.example.',
    'A list:\n- one\n- two\n\n```js\nconst a = b.c / d; // note\n```',
  ])('%s', (text) => {
    expect(filtered(text)).toBe(text);
  });
});

describe('what is reduced', () => {
  test.each([
    ['a link', 'See [the page](https://evil.example/?d=secret) now.', 'See the page now.'],
    ['a link with a title', '[a](https://evil.example "t")', 'a'],
    ['an image', 'So ![x](https://evil.example/p.png?d=secret)!', 'So !'],
    ['an image in a link', '[![x](https://evil.example/p)](https://good.example/)', '[](https://good.example/)'],
    ['a link over two lines', '[a\nb](https://evil.example)', 'a\nb'],
    ['a link with entities', '[a](&#104;ttps://evil.example)', 'a'],
    ['a link with escapes', String.raw`[a](https\://evil.example)`, 'a'],
    ['a link without a scheme', '[a](//evil.example/x)', 'a'],
    ['a link with backslashes', String.raw`[a](/\\evil.example)`, 'a'],
    ['a link in angle brackets', '[a](<https://evil.example/a b>)', 'a'],
    ['a link to a script', '[a](javascript:alert(1))', 'a'],
    ['a link to a script in pieces', '[a](java&#x09;script:alert%281%29)', 'a'],
    ['data', '![a](data:image/svg+xml;base64,AAAA)', ''],
    ['mail', '[a](mailto:x@evil.example?body=secret)', 'a'],
    ['user and password', '[a](https://good.example@evil.example/)', 'a'],
    ['a host that ends alike', '[a](https://evilgood.example)', 'a'],
    ['the listed domain’s parent', '[a](https://shop.example)', 'a'],
    ['another page of a source', '[a](https://source.example/page?id=2)', 'a'],
    ['a relative image', '![a](/logout)', ''],
    ['an autolink', '<https://evil.example/x>', REMOVED],
    ['a bare address', 'Go to https://evil.example/x?d=1, now.', `Go to ${REMOVED}, now.`],
    ['an address in capitals', 'HTTPS://EVIL.EXAMPLE/x', REMOVED],
    ['www', '(www.evil.example/x)', `(${REMOVED})`],
    ['a bare host with a query', 'evil.com/?d=secret', REMOVED],
    ['an address with entities', 'https&#58;//evil.example/x', REMOVED],
    ['a reference', '[a][b]\n\n[b]: https://evil.example/', `[a][b]\n\n${REMOVED}`],
    ['a reference on two lines', '[a][b]\n\n[b]:\n  https&colon;//evil.example', `[a][b]\n\n${REMOVED}`],
    ['HTML', 'a <img src="https://evil.example/p"> b', 'a  b'],
    ['HTML that is not closed', 'a <img src=//evil.example/p', `a < img src=${REMOVED}`],
    ['a script', '<script>x</script>', 'x'],
  ])('%s', (_title, text, expected) => {
    expect(filtered(text)).toBe(expected);
  });
});

/** Every address that Markdown makes of a text. */
function addresses(text: string): string[] {
  const walk = (node: { type: string; url?: string; value?: string; children?: unknown[] }): string[] => [
    ...(node.url === undefined ? [] : [node.url]),
    ...(node.type === 'html' ? (node.value?.match(/\w+:\/\/[^\s"'>]+/g) ?? []) : []),
    ...(node.children ?? []).flatMap((child) => walk(child as Parameters<typeof walk>[0])),
  ];
  return walk(fromMarkdown(text));
}

/** Texts of the parts that links are made of, the same at every run. */
function texts(count: number): string[] {
  const parts = [
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    ']:',
    '<',
    '>',
    '\\',
    '!',
    '`',
    ' ',
    '\n',
    '\n\n',
    '"',
    '*',
    'a',
    'word ',
    '&#104;',
    'https://evil.example',
    'https:',
    '//evil.example/x',
    'ttps://evil.example',
    'javascript:x',
    'http',
    's://',
    'www.',
    'https://good.example/',
    '[x](https://evil.example)',
    '[y]: ',
    '<img src=',
    '](https://evil.example)',
    '&colon;',
    '@',
  ];
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + next(12) }, () => parts[next(parts.length)] ?? '').join(''),
  );
}

test('any text put together from parts of links has no foreign address left', () => {
  for (const text of texts(8_000)) {
    const left = filtered(text);
    for (const url of addresses(left)) expect(policy.allowsLink(url), `${text} became ${left}`).toBe(true);
    // Behind a host that is allowed it is a part of the path.
    expect(left, text).not.toMatch(/(?<!good\.example\/\S*)https?:\/\/evil\.example/i);
  }
});

test('of a text in any parts no part of a foreign address is sent, and spans keep their positions', () => {
  const text = `Start [one](https://evil.example/a), ![two](https://evil.example/b) https://evil.example/c [three](https://good.example/d) end.`;
  for (const size of [1, 2, 3, 5, 7, 11, 50, 200]) {
    const filter = new LinkFilter(policy);
    let out = '';
    for (let at = 0; at < text.length; at += size) {
      out += filter.push(text.slice(at, at + size));
      expect(out).not.toContain('evil');
    }
    out += filter.end();
    expect(out).toBe(`Start one,  ${REMOVED} [three](https://good.example/d) end.`);
    const spanned = (part: string): string => {
      const { start, end } = filter.toSourceSpan(text.indexOf(part), text.indexOf(part) + part.length);
      return out.slice(start, end);
    };
    expect(['Start', '[one](https://evil.example/a)', 'one', 'three', 'end.'].map(spanned)).toEqual([
      'Start',
      'one',
      'one',
      'three',
      'end.',
    ]);
    expect(spanned('![two](https://evil.example/b)')).toBe('');
  }
});

test('plain words come out at once, and an open bracket holds back a bounded part', () => {
  const filter = new LinkFilter(policy);
  expect(filter.push('A chain')).toBe('A chain');
  expect(filter.push(' [never closed')).toBe(' ');
  expect(filter.push(' and on'.repeat(200)).length).toBeGreaterThan(500);
});

test.each([
  ['parentheses', '[x](', ')', 190],
  ['parentheses with spaces', '[x](b c ', ')', 110],
  ['titles', '[x](a "', '")', 100],
  ['angle brackets', '[x](<a ', '>)', 100],
])('targets within targets, of %s, take no more time than those side by side', (_what, open, close, depth) => {
  const cost = (block: string, times: number): number => {
    const before = process.threadCpuUsage();
    for (let run = 0; run < times; run++) filtered(block.repeat(6));
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const nested = `${open.repeat(depth)}x${close.repeat(depth)}`;
  const flat = `${open}x${close}`.repeat(depth);
  // Processor time is counted in steps of some milliseconds.
  let times = 1;
  while (cost(flat, times) < 40_000) times *= 2;
  // Each parsed again for every bracket, they took 20 times as much.
  expect(cost(nested, times)).toBeLessThan(5 * cost(flat, times));
});

test('a target that contains another is text, in which no link is left', () => {
  expect(filtered('[a]([b](https://good.example/))')).toBe('[a] ([b](https://good.example/))');
  expect(filtered('[a](https://good.example/[b](https://evil.example/))')).toBe('[a] (https://good.example/b)');
});

test('the cost of unclosed brackets is linear in their length', () => {
  const took = (part: string, length: number): number => {
    const started = performance.now();
    filtered(part.repeat(length / part.length));
    return performance.now() - started;
  };
  for (const part of [
    '[',
    '![',
    '<a',
    '[a](',
    '((((',
    '[[a](b)',
    '[a](b)',
    '&amp;',
    String.raw`\]`,
    'a',
    'a.',
    '[x]: ',
  ]) {
    // Four times as much for twice the length would be the square of it.
    took(part, 10_000);
    expect(took(part, 40_000), part).toBeLessThan(20_000);
  }
});
