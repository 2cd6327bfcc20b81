import fc from 'fast-check';

/** Texts that trip parsers, SQL, regular expressions, dates or encodings. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'line\r\nbreak',
  '%00',
  '%_\\',
  "'; drop table site; --",
  '$1',
  '${7*7}',
  '{{',
  '[',
  '(a+)+$',
  '__proto__',
  'constructor',
  'null',
  '../../../etc/passwd',
  '1e999',
  '-0',
  'NaN',
  '0000-00-00',
  '+275760-09-14T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  '*',
  'ﷺ'.repeat(50),
  '👩‍👩‍👧‍👦',
  '\u202e\u200b\ufeff',
  '<script>alert(1)</script>',
  'x'.repeat(251),
  'x'.repeat(301),
  'x'.repeat(10_001),
];

const ODD_NUMBERS = [0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 31 - 1, -(2 ** 31) - 1, 2 ** 53, Number.MIN_VALUE];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
);

const oddNumber = fc.oneof(fc.constantFrom(...ODD_NUMBERS), fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Any JSON value, mostly small. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.integer({ min: 2, max: 300 }).map((depth) => nested(depth)),
);

/** Seldom wrong, so that inputs of many parts are still accepted often enough. */
export function mostly<T>(
  fitting: fc.Arbitrary<T>,
  otherwise: fc.Arbitrary<unknown> = anything,
): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fitting }, { weight: 1, arbitrary: otherwise });
}

/** What a place in a request stands for that only an earlier answer can name; `pool.ts` fills it in. */
export function placeholder(kind: string): fc.Arbitrary<string> {
  return fc.nat({ max: 99 }).map((choice) => `{{${kind}:${choice}}}`);
}

/** By the name of a field: texts that its checks let pass. */
const BY_NAME: readonly [RegExp, fc.Arbitrary<unknown>][] = [
  [/^(collectionId)$/, placeholder('Collection')],
  [/^(folderId|parentId)$/, placeholder('AssetFolder')],
  [/^(personaId)$/, placeholder('Persona')],
  [/^(sessionId)$/, placeholder('ChatSession')],
  [/^(siteId)$/, placeholder('Site')],
  [/^(after|cursor)$/, placeholder('Cursor')],
  [/^fileKey$/, placeholder('File')],
  [/(^id|Id|Ids|_id)$/, placeholder('any')],
  [/^(type|contentType|contentTypes|referenceTo)$/, fc.constantFrom('article', 'product', 'faq', 'guide', 'document')],
  [/^(externalId|slug|name|field)$/, fc.nat({ max: 60 }).map((number) => `thing-${number}`)],
  [
    /(url|endpoint|image|avatar|link|domain|origin)/i,
    fc.constantFrom('https://example.org/a?b=c', 'http://127.0.0.1/', 'javascript:0'),
  ],
  [/(email|recipient|replyTo)/i, fc.constantFrom('someone@example.org', 'a@b', 'x@y.example')],
  [/(At|Date|Expiry|from|to)$/, fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z')],
  [/(fileName|filename)/i, fc.constantFrom('a.txt', 'b.pdf', 'c.png', 'd.exe', 'ü ä.md', '.hidden')],

  [/^(requiredSubscriptions|subscriptions)$/, fc.constantFrom('gold', 'silver')],
  [/^(pattern|value)$/, fc.constantFrom('opening+hours,[hours]', '^[a-z]+$', '/products/*', '(a|b)*c')],
];

const WORDS = ['brake', 'pedal', 'how do I mend a puncture', 'Straße', 'wheel', 'a', '# Title\n\nText of it.\n'];

/** A text that a field of that name may well take. */
export function textFor(name: string): fc.Arbitrary<unknown> {
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  const plain = fc.oneof(fc.constantFrom(...WORDS), fc.stringMatching(/^[a-z ]{1,30}$/));
  return mostly(known ?? plain, fc.oneof({ weight: 3, arbitrary: oddText }, { weight: 1, arbitrary: anything }));
}

export const number: fc.Arbitrary<unknown> = mostly(fc.oneof(fc.nat({ max: 120 }), oddNumber));
export const boolean: fc.Arbitrary<unknown> = mostly(fc.boolean());

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
