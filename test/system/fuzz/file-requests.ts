import fc from 'fast-check';
import { type Body, type FuzzRequest, caller, delivery, oddHeaders } from './request.ts';
import { mostly, number, oddText, placeholder } from './values.ts';

const odd = oddText.map((text) => encodeURIComponent(text.toWellFormed()));

/** Parameters of a transformed image, some of them wrong. */
const image = fc
  .record(
    {
      w: number,
      h: number,
      fit: mostly(fc.constantFrom('cover', 'contain'), odd),
      q: number,
      f: mostly(fc.constantFrom('webp', 'avif', 'jpeg', 'png', 'auto'), odd),
      other: odd,
    },
    { requiredKeys: [] },
  )
  .map((values) => {
    const pairs = Object.entries(values).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
    return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  });

const cdnPath = fc.tuple(
  mostly(
    placeholder('File'),
    fc.oneof(odd, fc.constantFrom('a//b', '../secrets/admin-key', '%2e%2e/x', '.hidden', 'a/'.repeat(400))),
  ),
  image,
);

const cdn = cdnPath.map(([key, query]) => ({
  method: 'GET',
  path: `/cdn/${String(key)}${query}`,
  body: { kind: 'none' } as Body,
}));

const upload = fc.record({
  method: fc.constantFrom('PUT', 'PUT', 'POST', 'DELETE'),
  path: mostly(
    placeholder('Upload'),
    fc.oneof(
      odd.map((text) => `/uploads/${text}`),
      fc.constant('/uploads/a?expires=1&signature=x'),
    ),
  ).map(String),
  body: fc.oneof(
    fc
      .constantFrom('Text of a file.', '%PDF-1.7', '\x89PNG\r\n\x1a\n', '')
      .map((text): Body => ({ kind: 'text', text })),
    fc.constant<Body>({ kind: 'large', bytes: 300_000 }),
  ),
});

const plain = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'),
  path: fc.constantFrom(
    '/',
    '/favicon.ico',
    '/health/live',
    '/health/ready',
    '/api/sdk/docs',
    '/api/sdk/openapi.json',
    '/graphql',
    '/graphql?query={__typename}',
    '/graphql/stream?query={__typename}',
    '/internal/jobs/1',
    '/cdn/',
    '/cdn',
    '/uploads',
  ),
  body: fc.constant<Body>({ kind: 'none' }),
});

/** Requests to what no OpenAPI document describes: files, uploads by grant, health, pages. */
export const fileRequests: fc.Arbitrary<FuzzRequest> = fc
  .record({
    target: fc.oneof({ weight: 5, arbitrary: cdn }, { weight: 2, arbitrary: upload }, { weight: 2, arbitrary: plain }),
    headers: oddHeaders,
    caller: fc.oneof({ weight: 3, arbitrary: fc.constant('anonymous' as const) }, { weight: 1, arbitrary: caller }),
    delivery,
  })
  .map(({ target, ...rest }) => ({ operation: null, yields: 'any', ...target, ...rest }));
