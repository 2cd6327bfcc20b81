import { describe, expect, test } from 'vitest';
import { type Import, cycles, importsOf, sourceFiles, sourceOf } from './support/imports.ts';

const files = sourceFiles();
const imports = files.flatMap(importsOf);
const within = imports.filter(({ to }) => to.startsWith('src/'));
const shown = ({ from, to, typeOnly }: Import) => `${from} → ${to}${typeOnly ? ' (type)' : ''}`;

/** What each part may import, as patterns of paths below `src/`; `type:` before one: its types only. Its own files go without saying. */
const MAY_IMPORT: Record<string, readonly RegExp[]> = {
  'main.ts': patterns('serve.ts', 'supervisor/node-version.ts'),
  'serve.ts': patterns('app.ts', 'config.ts', 'demo/*', 'supervisor/worker-side.ts', 'shared/*'),
  'supervisor.ts': patterns('supervisor/*', 'supervisor/node-version.ts'),
  'supervisor/': patterns('adapters/database/*', 'type:database/connection.ts', 'shared/*'),
  'app.ts': patterns('*'),
  'adapters.ts': patterns(
    'adapters/*',
    '(models|vector-space).ts',
    'type:config.ts',
    'database/*',
    'type:ports/*',
    'shared/*',
  ),
  'models.ts': patterns('adapters/*', 'type:config.ts', 'type:ports/*', 'shared/*'),
  'vector-space.ts': patterns('adapters/(embedder|vector-index)/*', 'type:ports/*', 'shared/*'),
  'mount.ts': patterns(
    'type:(adapters|config).ts',
    'adapters/mailer/outbox.ts',
    'type:database/database.ts',
    'type:features/features.ts',
    'graphql/*',
    'http/*',
    'mcp/*',
    'rest/*',
    'shared/*',
  ),
  'start-steps.ts': patterns('type:adapters.ts', 'type:config.ts', 'database/*', 'features/*', 'shared/*'),
  'config.ts': patterns('config/*', 'database/connection.ts', 'shared/start-error.ts'),
  'config/': patterns(
    'database/connection.ts',
    // The same checks that the adapters make, so that a wrong value stops the start with the other mistakes.
    'adapters/egress/allow-hosts.ts',
    'adapters/extractor/languages.ts',
    'adapters/cohere/models.ts',
    'adapters/model-service/capabilities.ts',
    'type:adapters/vector-index/weaviate-collection.ts',
    'telemetry/settings.ts',
    'shared/plan-limits.ts',
  ),
  'cli/': patterns(
    'config.ts',
    'adapters.ts',
    'adapters/*',
    'database/*',
    'demo/*',
    'features/*',
    'graphql/*',
    'rest/*',
    'shared/*',
    'type:ports/*',
  ),
  'demo/': patterns('type:config.ts', 'type:database/*', 'features/access/*', 'type:features/*', 'shared/*'),
  'features/features.ts': patterns('features/*', 'type:database/*', 'type:ports/*', 'shared/*'),
  'features/': patterns(
    'features/*',
    'database/(columns|revision|site-entity|stored-values|table|where|writes).ts',
    'type:database/database.ts',
    'type:ports/*',
    'graphql/(args|bounds|build-schema|cost|deleted|enum|input-of|page-type|revision|scalars|scopes|selected|topics|upload).ts',
    'type:graphql/context.ts',
    'telemetry/(jobs|record).ts',
    'shared/*',
    'text/*',
  ),
  'graphql/': patterns('rest/output/*', 'shared/*', 'type:features/access/viewer.ts', 'telemetry/record.ts'),
  'rest/': patterns('shared/*', 'telemetry/record.ts'),
  'mcp/': patterns('rest/*', 'shared/*', 'type:graphql/context.ts'),
  'http/': patterns(
    'rest/http/*',
    'api/request-context.ts',
    'features/access/*',
    'features/idempotency/idempotency.service.ts',
    'features/site/api-key.ts',
    'features/content/preview-token.rows.ts',
    'features/site/site-revision.ts',
    'type:features/site/*',
    'features/asset/image-request.ts',
    'type:features/asset/*',
    'type:features/job/*',
    'features/user/auth-endpoints.ts',
    'type:features/user/*',
    'telemetry/(metrics|record|trace-parent).ts',
    'type:database/database.ts',
    'type:ports/*',
    'shared/*',
  ),
  'database/': patterns(
    'shared/(actor|errors|deadline|ids|plan-limits|reads-first|start-error).ts',
    'text/slug.ts',
    'type:shared/logger.ts',
    'telemetry/statements.ts',
  ),
  'ports/': patterns('type:shared/errors.ts'),
  'adapters/': patterns('type:ports/*', 'shared/*', 'text/*'),
  // What any part says of itself; what it is made of is known to none.
  'telemetry/': patterns('shared/*', 'type:ports/*'),
  'shared/': patterns('type:database/(columns|database|table|where).ts', 'text/*'),
  'text/': [],
};

function patterns(...globs: string[]): RegExp[] {
  return globs.map((glob) => new RegExp(`^${glob.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')}$`));
}

/** The part a path below `src/` belongs to: the most exact entry of the table. */
function partOf(path: string): string {
  const found = Object.keys(MAY_IMPORT).filter((part) => (part.endsWith('/') ? path.startsWith(part) : path === part));
  return found.toSorted((one, other) => other.length - one.length)[0] ?? `nothing in the table for ${path}`;
}

const below = (path: string) => path.slice('src/'.length);

test('every part of src imports only what it may', () => {
  const wrong = within.filter(({ from, to, typeOnly }) => {
    const part = partOf(below(from));
    const own = part.endsWith('/') && partOf(below(to)) === part && part !== 'features/';
    const allowed = MAY_IMPORT[part] ?? [];
    const matches = (path: string) => allowed.some((pattern) => pattern.test(path));
    return !own && !matches(below(to)) && !(typeOnly && matches(`type:${below(to)}`));
  });
  expect(wrong.map(shown)).toEqual([]);
});

test('an adapter imports nothing of the adapter of another port, but what is one vendor’s or all models’', () => {
  const vendors = /^src\/adapters\/(?:(?:cohere|ai-sdk|model-service)\/|egress\/model-fetch\.ts$)/;
  const portOf = (path: string) => path.split('/')[2];
  const wrong = within.filter(
    ({ from, to }) =>
      from.startsWith('src/adapters/') &&
      to.startsWith('src/adapters/') &&
      portOf(from) !== portOf(to) &&
      !vendors.test(to),
  );
  expect(wrong.map(shown)).toEqual([]);
});

describe('a feature imports of another only', () => {
  const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1];
  const across = within.filter(
    ({ from, to }) => featureOf(from) !== undefined && featureOf(to) !== undefined && featureOf(from) !== featureOf(to),
  );

  /** Who sees what is asked everywhere; it knows no feature itself but the facts of a site. */
  const KERNEL = /^src\/features\/access\/[^/]*(?<!\.resolver)\.ts$/;
  const OFFERED = /\.(service|entity|loaders|rows|types)\.ts$/;
  const OFFERED_AS_TYPE = /\.inputs\.ts$|\/job-handler\.ts$/;

  /** Agreed one by one. */
  const AGREED: readonly [from: string, to: RegExp][] = [
    ['content', /content-type\/(field-definition|field-types\/[a-z-]+)\.ts$/],
    // What a change of a type breaks is said in the names of its queries.
    ['content-type', /site-schema\/field-names\.ts$/],
    ['site-schema', /content\/languages\.ts$/],
    ['webhook', /content\/languages\.ts$/],
    ['content', /knowledge\/source-text\.ts$/],
    ['content', /reference\/expansion\.text\.ts$/],
    ['file', /knowledge\/source-text\.ts$/],
    // What is read from uploads follows them, and has jobs that callers follow.
    ['file', /(asset\/upload-indexing|job\/(job-changes|processing-job\.state|progress-reporter))\.ts$/],
    ['video', /(asset\/upload-indexing|job\/(job-changes|processing-job\.state|progress-reporter))\.ts$/],
    ['video', /knowledge\/source-text\.ts$/],
    ['subscription', /access\/viewer\.resolver\.ts$/],
    ['site', /access\/viewer\.resolver\.ts$/],
    // A conversation is triggers, retrieval, persona and tools, put together.
    ['agent', /trigger\/(trigger-test|trigger-sets|client-action)\.ts$/],
    ['agent', /webhook-tool\/webhook-tool\.invocation\.ts$/],
  ];

  test('its service, entity, loaders, rows and GraphQL types, the access rule, the types of its inputs, and what is agreed here', () => {
    const wrong = across.filter(
      ({ from, to, typeOnly }) =>
        !KERNEL.test(to) &&
        !OFFERED.test(to) &&
        !(typeOnly && OFFERED_AS_TYPE.test(to)) &&
        !AGREED.some(([feature, pattern]) => feature === featureOf(from) && pattern.test(to)),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test('and every agreement is in use', () => {
    const unused = AGREED.filter(
      ([feature, pattern]) => !across.some(({ from, to }) => feature === featureOf(from) && pattern.test(to)),
    );
    expect(unused).toEqual([]);
  });
});

describe('no import cycle', () => {
  test('of code', () => {
    expect(cycles(within.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });

  test('of code and types together, but within one feature and between the two pairs that belong together', () => {
    /** A site's facts are part of the viewer, and its catalogue part of a site; a reference is a content item's and leads to one. */
    const together = [/^src\/features\/(access|site)\//, /^src\/features\/(content|reference)\//];
    const agreed = (cycle: readonly string[]) =>
      new Set(cycle.map((file) => file.split('/').slice(0, 3).join('/'))).size === 1 ||
      together.some((pattern) => cycle.every((file) => pattern.test(file)));
    expect(cycles(within).filter((cycle) => !agreed(cycle))).toEqual([]);
  });
});

test('vendors stop at their adapter', () => {
  const VENDORS: Record<string, RegExp> = {
    'pdfjs-dist': /^src\/(adapters\/extractor|cli\/bench)\//,
    'tesseract.js': /^src\/(adapters\/extractor|cli\/bench)\//,
    mammoth: /^src\/(adapters\/extractor|cli\/bench)\//,
    'word-extractor': /^src\/(adapters\/extractor|cli\/bench)\//,
    '@zvec/zvec': /^src\/adapters\/vector-index\//,
    'cohere-ai': /^src\/adapters\//,
    '@ai-sdk': /^src\/adapters\//,
    'firebase-admin': /^src\/adapters\/token-verifier\//,
    nodemailer: /^src\/adapters\/mailer\//,
    ioredis: /^src\/adapters\/rate-limiter\//,
    'rate-limiter-flexible': /^src\/adapters\/rate-limiter\//,
    'weaviate-client': /^src\/adapters\/vector-index\//,
    '@google-cloud': /^src\/adapters\//,
    sharp: /^src\/(adapters\/image-transformer|cli\/bench)\//,
    '@sendgrid': /^src\/adapters\/mailer\//,
    'google-auth-library': /^src\/(adapters|telemetry)\//,
    '@opentelemetry': /^src\/telemetry\//,
    pg: /^src\/(database|adapters\/database)\//,
    kysely: /^src\/database\//,
    'better-auth': /^src\/features\/user\//,
    '@apollo/server': /^src\/graphql\//,
    '@modelcontextprotocol/server': /^src\/mcp\//,
    fastify: /^src\/(http|rest\/http|graphql|mcp)\/|^src\/(app|mount)\.ts$/,
  };
  /** An interface of several vendors, which does nothing until one of them is registered. */
  const NEUTRAL = '@opentelemetry/api';
  const wrong = imports.filter(
    ({ from, to }) =>
      to !== NEUTRAL &&
      Object.entries(VENDORS).some(([name, place]) => (to === name || to.startsWith(`${name}/`)) && !place.test(from)),
  );
  expect(wrong.map(shown)).toEqual([]);
});

test('only adapters call out: no fetch and no socket elsewhere', () => {
  /** A command that calls the service that its user names; pages that call their own service from the browser; the port's own word. */
  const excused =
    /^src\/(adapters\/|cli\/transfer\/api\.ts$|ports\/|(graphql\/landing-page|rest\/reference\/assets)\.ts$)/;
  const networks = /^(node:)?(https?|http2|net|tls|dns|dgram)(\/promises)?$|^undici$/;
  const harmless = new Set(['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'STATUS_CODES']);
  const calls = files.filter((file) => !excused.test(file) && /(?<![.\w])fetch\(/.test(sourceOf(file)));
  const sockets = imports.filter(
    ({ from, to, typeOnly, names }) =>
      !typeOnly && !excused.test(from) && networks.test(to) && !names.every((name) => harmless.has(name)),
  );
  expect([...calls, ...sockets.map(shown)]).toEqual([]);
});

test('the environment is read by main and the commands, and given to parseConfig', () => {
  const readers = files.filter((file) => /process\.env(?!\['PATH'\])/.test(sourceOf(file)));
  expect(readers.filter((file) => !/^src\/(main\.ts|supervisor\.ts|cli\/)/.test(file))).toEqual([]);
});

test('SQL runs in features and database alone, and only through a scope', () => {
  const raw = files.filter((file) => /\.(getNativeClient|getKysely)\(|\bpg\.Pool\b/.test(sourceOf(file)));
  expect(raw.filter((file) => !file.startsWith('src/database/'))).toEqual([]);
});

test('no barrel: a file that only re-exports', () => {
  const barrels = files.filter((file) => {
    const lines = sourceOf(file)
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line));
    return lines.length > 0 && lines.every((line) => /^export .* from /.test(line));
  });
  expect(barrels).toEqual([]);
});

test('members are private by TypeScript, as `private readonly`, not by `#`', () => {
  const members = /^ {2}(?:static )?(?:readonly |async |get |set )?\*?#\w/m;
  // The style sheet of a page has selectors by id.
  const classes = files.filter((file) => file !== 'src/graphql/server/landing-page.ts');
  expect(classes.filter((file) => members.test(sourceOf(file)))).toEqual([]);
});
