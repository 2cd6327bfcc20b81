import fc from 'fast-check';

/** What a request carries to say who sends it; `callers.ts` makes the headers. */
export const CALLERS = [
  'anonymous',
  'wrong key',
  'reader',
  'writer',
  'editor',
  'free user',
  'expired user',
  'foreign user',
  'spoilt token',
  'reader of the guarded site',
  'free user of the guarded site',
  'admin',
  'wrong admin',
] as const;
export type CallerKind = (typeof CALLERS)[number];

/** Mostly a caller who may do something: the others are answered before anything interesting happens. */
export const caller: fc.Arbitrary<CallerKind> = fc.oneof(
  { weight: 7, arbitrary: fc.constant<CallerKind>('editor') },
  { weight: 3, arbitrary: fc.constantFrom(...CALLERS) },
);

/** What is sent as the body; large ones are made only when they are sent, so that a failure can be printed. */
export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  | { kind: 'text'; text: string }
  | { kind: 'large'; bytes: number }
  | { kind: 'deep'; depth: number }
  | { kind: 'form'; parts: readonly { name: string; fileName: string | null; type: string; content: string }[] };

/** How the bytes travel. `cut`: hung up after a part of the body; `half`: this side of the connection is ended early. */
export type Delivery = 'whole' | 'chunked' | 'cut' | 'half';

export interface FuzzRequest {
  /** The operation of the OpenAPI document that must have described the answer; null: none does. */
  operation: string | null;
  /** Kind of id that the answer's ids stand for. */
  yields: string;
  method: string;
  path: string;
  caller: CallerKind;
  headers: Readonly<Record<string, string>>;
  body: Body;
  delivery: Delivery;
}

export const delivery: fc.Arbitrary<Delivery> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Delivery>('whole') },
  { weight: 1, arbitrary: fc.constantFrom<Delivery>('chunked', 'cut', 'half') },
);

const HEADERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  accept: fc.constantFrom('application/json', '*/*', 'text/event-stream', 'text/html', 'image/png', ';;;'),
  'accept-encoding': fc.constantFrom('gzip', 'br', 'identity;q=0'),
  range: fc.constantFrom('bytes=0-0', 'bytes=-1', 'bytes=5-2', 'bytes=999999999999-', 'bytes=0-1,3-4', 'lines=1'),
  'if-none-match': fc.constantFrom('*', '"x"', 'W/"x"', ',,,', '"'),
  'if-match': fc.constantFrom('*', '"x"'),
  'if-modified-since': fc.constantFrom('Sat, 01 Jan 2000 00:00:00 GMT', 'yesterday'),
  'idempotency-key': fc.oneof(
    fc.nat({ max: 30 }).map((choice) => `key-${choice}`),
    fc.constantFrom('x'.repeat(300), ' ', '"quoted"'),
  ),
  'x-request-id': fc.constantFrom('abc-1', 'x'.repeat(200), '<script>'),
  'x-forwarded-for': fc.constantFrom('1.2.3.4', '::1', 'not an address'),
  'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
  origin: fc.constantFrom('https://example.org', 'null'),
  expect: fc.constant('100-continue'),
  traceparent: fc.constantFrom('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', '00-zz'),
  'apollo-require-preflight': fc.constant('true'),
  cookie: fc.constant('a=b; c=d'),
};

/** None in most requests. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .subarray(Object.entries(HEADERS), { minLength: 1, maxLength: 3 })
      .chain((chosen) => fc.record(Object.fromEntries(chosen))),
  },
);

/** A media type that fits the body nine times out of ten. */
export function mediaType(fitting: string): fc.Arbitrary<Record<string, string>> {
  const other = fc.constantFrom(
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=""',
    'application/json; charset=utf-16',
    'application/vnd.api+json',
    'application/xml',
    '',
    '/',
  );
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant({ 'content-type': fitting }) },
    { weight: 1, arbitrary: other.map((type): Record<string, string> => ({ 'content-type': type })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
}

/** Bodies that are wrong as a whole, whatever they are sent to. */
export const spoiltBody: fc.Arbitrary<Body> = fc.oneof(
  fc.constant<Body>({ kind: 'none' }),
  fc
    .constantFrom(
      '{',
      '{"a":',
      '[1,]',
      '{"a":1}{',
      'NaN',
      '"\\ud800"',
      '\ufeff{}',
      '{"a":1,"a":2}',
      '{"__proto__":{"x":1}}',
    )
    .map((text): Body => ({ kind: 'text', text })),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text): Body => ({ kind: 'text', text })),
  fc
    .constantFrom(100_000, 1_048_576, 1_048_577, 10_485_761, 12_000_000)
    .map((bytes): Body => ({ kind: 'large', bytes })),
  fc.constantFrom(100, 1_000, 50_000, 400_000).map((depth): Body => ({ kind: 'deep', depth })),
);
