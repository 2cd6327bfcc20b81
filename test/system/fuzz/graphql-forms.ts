import fc from 'fast-check';
import { type Body, type FuzzRequest, caller, delivery, mediaType, oddHeaders } from './request.ts';
import { anything, mostly, oddText } from './values.ts';

type Part = Extract<Body, { kind: 'form' }>['parts'][number];

const QUERY =
  'mutation ($file: Upload!, $target: UploadTarget) { uploadAsset(file: $file, target: $target) { id key status } }';

const json = (value: unknown): string => JSON.stringify(value) ?? '';

const operations = mostly(
  fc.constant(json({ query: QUERY, variables: { file: null } })),
  fc.oneof(oddText, anything.map(json)),
);
const map = mostly(
  fc.constant(json({ 0: ['variables.file'] })),
  fc.oneof(
    oddText,
    anything.map(json),
    fc
      .constantFrom(
        'variables',
        'variables.none',
        'query',
        '__proto__.x',
        'variables.__proto__.x',
        '0.variables.file',
        '',
      )
      .map((path) => json({ 0: [path] })),
    fc.constantFrom(2, 2_000).map((length) => json({ ...Array.from({ length }, () => ['variables.file']) })),
  ),
);

const field = (name: string, content: fc.Arbitrary<unknown>): fc.Arbitrary<Part> =>
  content.map((text) => ({ name, fileName: null, type: '', content: String(text) }));

const file: fc.Arbitrary<Part> = fc.record({
  name: mostly(fc.constant('0'), oddText).map(String),
  fileName: mostly(fc.constantFrom('a.txt', 'b.pdf', 'c.png'), oddText).map(String),
  type: fc.constantFrom('', 'text/plain', 'image/png'),
  content: fc.oneof(fc.constantFrom('Plain text of a file.', '\x89PNG\r\n\x1a\n', ''), oddText),
});

const odd: fc.Arbitrary<Part> = fc.record({
  name: oddText,
  fileName: fc.option(oddText),
  type: fc.constantFrom('', 'text/plain', '\0'),
  content: oddText,
});

/** In their order, in any, or with parts that belong to nothing. */
const parts: fc.Arbitrary<readonly Part[]> = fc
  .tuple(field('operations', operations), field('map', map), file)
  .chain((whole) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(whole) },
      { weight: 1, arbitrary: fc.shuffledSubarray(whole) },
      { weight: 2, arbitrary: fc.array(odd, { minLength: 1, maxLength: 3 }).map((more) => [...whole, ...more]) },
      { weight: 1, arbitrary: odd.map((one) => [one, ...whole]) },
    ),
  );

/** Uploads by multipart requests to `/graphql`, most of them wrong somewhere. */
export const graphqlForms: fc.Arbitrary<FuzzRequest> = fc
  .record({ parts, type: mediaType('multipart/form-data; boundary=fuzz'), more: oddHeaders, caller, delivery })
  .map(({ parts: sent, type, more, ...rest }) => ({
    operation: null,
    yields: 'File',
    method: 'POST',
    path: '/graphql',
    headers: { 'apollo-require-preflight': 'true', ...type, ...more },
    body: { kind: 'form', parts: sent },
    ...rest,
  }));
