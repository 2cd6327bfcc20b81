import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ConfigError, describeConfig, parseConfig, parseDatabase } from '../src/config.ts';
import { sourceFiles, sourceOf } from './support/imports.ts';
import { DEVELOPMENT_ONLY, PLATFORM_VARIABLES } from '../src/config/safety.ts';

/** The variables by the table, with their defaults. */
const documented = [...describeConfig().matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.*) \|$/gm)].map(
  ([, name = '', meaning = '', standard = '']) => ({ name, meaning, standard }),
);

/** A production that nothing speaks against. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.example.org',
  DATABASE_URL: 'postgres://me:b0x-of-frogs-77@db.example/site',
  ADMIN_KEY: 'k3Jf8vQz71xWb0aLmT5n',
  ENCRYPTION_KEY: 'w8Zr2Yt5Qe1Ui0Op9As4Df7Gh3Jk6Lx1',
};

/** Variables that `parseConfig` looks at, as it stands and in production: it reads nothing but its argument. */
function variablesRead(): string[] {
  const read = new Set<string>();
  for (const given of [{}, PRODUCTION]) {
    parseConfig(
      new Proxy<Record<string, string | undefined>>(given, {
        get: (target, name) => {
          read.add(String(name));
          return target[String(name)];
        },
      }),
    );
  }
  return [...read].toSorted();
}

function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}

describe('the table', () => {
  test('has no variable that nothing uses', () => {
    const used = sourceFiles()
      .filter((file) => file !== 'src/config/variables.ts')
      .map(sourceOf)
      .join('\n');
    expect(documented.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
  });

  test('has every variable that is read, and no other, but those that belong to clients and platforms', () => {
    const foreign = [...DEVELOPMENT_ONLY, ...PLATFORM_VARIABLES];
    const named = new Set([...documented.map(({ name }) => name), ...foreign]);
    expect(variablesRead()).toEqual([...named].toSorted());
  });

  test('says in a sentence what each is for, and its default', () => {
    for (const { name, meaning, standard } of documented) {
      expect(meaning, name).toMatch(/^[A-Z`].+\.$/);
      expect(standard, name).not.toBe('');
    }
  });

  test('is what the command prints', async () => {
    const command = fileURLToPath(new URL('../dist/cli/config.js', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [command], { env: {} });
    expect(stdout).toBe(`${describeConfig()}\n`);
  });
});

describe('defaults', () => {
  const config = parseConfig({});

  test('are local: everything embedded, on 127.0.0.1:4000', () => {
    expect(config).toMatchObject({
      server: {
        host: '127.0.0.1',
        port: 4000,
        deadlineMs: 30_000,
        publicUrl: 'http://127.0.0.1:4000',
        cdnUrl: 'http://127.0.0.1:4000/cdn',
      },
      production: false,
      dataDir: expect.stringMatching(/\/\.data$/),
      database: undefined,
      adminKey: undefined,
      encryptionKey: undefined,
      cohere: undefined,
      graphql: { introspection: true },
      log: { level: 'info' },
    });
  });

  test('hold for a variable that is empty', () => {
    const empty = Object.fromEntries(documented.map(({ name }) => [name, '']));
    expect(parseConfig(empty)).toEqual(config);
  });

  test('follow each other: PUBLIC_URL from HOST and PORT, CDN_URL from PUBLIC_URL', () => {
    expect(parseConfig({ HOST: '::1', PORT: '80' }).server.publicUrl).toBe('http://[::1]:80');
    expect(parseConfig({ PUBLIC_URL: 'https://api.example.org/' }).server).toMatchObject({
      deadlineMs: 30_000,
      publicUrl: 'https://api.example.org',
      cdnUrl: 'https://api.example.org/cdn',
    });
  });

  test('in production hide introspection, unless it is asked for', () => {
    expect(parseConfig(PRODUCTION).graphql.introspection).toBe(false);
    expect(parseConfig({ ...PRODUCTION, GRAPHQL_INTROSPECTION: 'true' }).graphql.introspection).toBe(true);
  });
});

describe('mistakes', () => {
  test('are reported all together, a line each that begins with the variable', () => {
    const wrong = {
      PORT: 'x',
      PUBLIC_URL: 'ftp://a',
      DATABASE_URL: 'mysql://a',
      ADMIN_KEY: 'short',
      LOG_LEVEL: 'loud',
      GRAPHQL_INTROSPECTION: 'yes',
    };
    expect(mistakesOf(wrong).toSorted()).toEqual([
      'ADMIN_KEY must have at least 16 characters',
      'DATABASE_URL must be a URL that starts with postgres://',
      'GRAPHQL_INTROSPECTION must be true or false',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'PORT must be a whole number from 0 to 65535',
      'PUBLIC_URL must be a URL that starts with http:// or https://',
    ]);
    expect(() => parseConfig(wrong)).toThrow(/^The configuration is invalid:\n {2}- /);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', ' 80'],
    ['CDN_URL', 'cdn.example.org'],
    ['ENCRYPTION_KEY', 'x'.repeat(31)],
    ['DATABASE_URL', 'localhost/lectern'],
    ['DATABASE_URL', 'postgres://host/db?sslrootcert=/no/such/file'],
  ])('%s=%j is one', (name, value) => {
    expect(mistakesOf({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} must `))]);
  });

  test('never repeat the value, which may be a secret', () => {
    for (const { name } of documented) {
      expect(mistakesOf({ [name]: '\u0001secret-value' }).join(), name).not.toContain('secret-value');
    }
  });

  test('a base URL without its key is one', () => {
    expect(mistakesOf({ COHERE_BASE_URL: 'https://a.example' })).toEqual(['COHERE_BASE_URL requires COHERE_API_KEY']);
  });

  test('an option of Weaviate without its URL is one', () => {
    expect(mistakesOf({ WEAVIATE_API_KEY: 'key', WEAVIATE_REPLICAS: '3' })).toEqual([
      'WEAVIATE_API_KEY requires WEAVIATE_URL',
      'WEAVIATE_REPLICAS requires WEAVIATE_URL',
    ]);
    // Beside it, a wrong one is named once.
    expect(mistakesOf({ WEAVIATE_URL: 'https://a.example', WEAVIATE_REPLICAS: 'many' })).toHaveLength(1);
  });

  test('a part of what Cloud Tasks needs is one', () => {
    const queue = 'projects/p/locations/l/queues/q';
    expect(mistakesOf({ CLOUD_TASKS_QUEUE: queue })).toEqual([
      'TASKS_SERVICE_ACCOUNT must be set with CLOUD_TASKS_QUEUE',
      'SERVICE_URL must be set with CLOUD_TASKS_QUEUE',
    ]);
    expect(mistakesOf({ SERVICE_URL: 'https://a.example' })).toEqual(['SERVICE_URL requires CLOUD_TASKS_QUEUE']);
    expect(mistakesOf({ CLOUD_TASKS_QUEUE: 'q' })).toEqual([
      'CLOUD_TASKS_QUEUE must be projects/P/locations/L/queues/Q',
    ]);
  });
});

describe('adapters of the cloud', () => {
  test('Weaviate is chosen by its URL, with a name and one replica unless told otherwise', () => {
    expect(parseConfig({ WEAVIATE_URL: 'https://a.weaviate.cloud/' }).weaviate).toEqual({
      url: 'https://a.weaviate.cloud',
      grpcUrl: undefined,
      apiKey: undefined,
      collection: 'Lectern',
      replicas: 1,
      quantization: 'none',
    });
  });

  test('Cloud Tasks is chosen by its queue', () => {
    const queue = 'projects/p/locations/l/queues/q';
    const environment = {
      CLOUD_TASKS_QUEUE: queue,
      TASKS_SERVICE_ACCOUNT: 'tasks@p.example',
      SERVICE_URL: 'https://a.example',
    };
    expect(parseConfig(environment).tasks).toEqual({
      queue,
      serviceAccount: 'tasks@p.example',
      serviceUrl: 'https://a.example',
      emulator: undefined,
    });
  });
});

describe('production', () => {
  const mistakesBeside = (environment: Record<string, string>) => mistakesOf({ ...PRODUCTION, ...environment });

  test('refuses nothing of a deployment that is in order', () => {
    expect(mistakesBeside({})).toEqual([]);
  });

  test.each(DEVELOPMENT_ONLY)('refuses %s, which leads a client elsewhere', (name) => {
    expect(
      mistakesBeside({ [name]: name === 'CLOUD_TASKS_EMULATOR_HOST' ? 'http://127.0.0.1:1' : '127.0.0.1:1' }),
    ).toContain(`${name} must not be set with NODE_ENV=production`);
  });

  test('refuses connections that recognise nobody', () => {
    expect(mistakesBeside({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toEqual([
      expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED must not be 0 /),
    ]);
    expect(mistakesBeside({ NODE_TLS_REJECT_UNAUTHORIZED: '1' })).toEqual([]);
  });

  test('names all that is missing at once', () => {
    expect(mistakesOf({ NODE_ENV: 'production', DATABASE_URL: PRODUCTION.DATABASE_URL })).toEqual([
      'PUBLIC_URL must be set with NODE_ENV=production',
      'ADMIN_KEY must be set with DATABASE_URL and NODE_ENV=production',
      'ENCRYPTION_KEY must be set with DATABASE_URL and NODE_ENV=production',
    ]);
  });

  test('on one machine, with everything embedded, makes its keys itself', () => {
    expect(mistakesOf({ NODE_ENV: 'production', PUBLIC_URL: PRODUCTION.PUBLIC_URL })).toEqual([]);
  });

  test.each([
    ['ADMIN_KEY', 'changeme-changeme-42'],
    ['ADMIN_KEY', 'admin-key-of-the-tests'],
    ['ADMIN_KEY', 'aaaaaaaaaaaaaaaaaaaa'],
    ['ADMIN_KEY', 'ab12ab12ab12ab12ab12'],
    ['ADMIN_KEY', 'abcdefghijklmnopqrst'],
    ['ENCRYPTION_KEY', 'my-Secret-7f3a9b2c4d5e6f708192a3b'],
    ['ENCRYPTION_KEY', '0123456789ab0123456789ab0123456789ab'],
    ['ENCRYPTION_KEY', 'CHANGE_ME_8471hfuwe8f7h3487fh3487'],
  ])('refuses the default or weak secret %s=%s, without repeating it', (name, value) => {
    const mistakes = mistakesBeside({ [name]: value });
    expect(mistakes).toEqual([expect.stringMatching(new RegExp(`^${name} must not .+openssl rand -hex 32`))]);
    expect(mistakes.join()).not.toContain(value);
  });

  test('takes every secret that is made as the sentence says', () => {
    for (let round = 0; round < 500; round++) {
      const secrets = {
        ADMIN_KEY: randomBytes(32).toString('hex'),
        ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      };
      expect(mistakesBeside(secrets)).toEqual([]);
    }
  });

  test('refuses a secret that ends with the line of the file it was in', () => {
    expect(mistakesBeside({ ADMIN_KEY: `${PRODUCTION.ADMIN_KEY}\n`, COHERE_API_KEY: ' key' })).toEqual([
      'ADMIN_KEY must not start or end with white space',
      'COHERE_API_KEY must not start or end with white space',
    ]);
  });

  test('refuses one secret for two uses, and a password of the database that everybody tries', () => {
    expect(mistakesBeside({ ADMIN_KEY: PRODUCTION.ENCRYPTION_KEY })).toEqual([
      'ENCRYPTION_KEY must differ from ADMIN_KEY',
    ]);
    for (const password of ['postgres', 'me', 'changeme']) {
      expect(mistakesBeside({ DATABASE_URL: `postgres://me:${password}@db.example/site` }), password).toEqual([
        'DATABASE_URL must not have a common password',
      ]);
    }
  });

  test.each(['PUBLIC_URL', 'CDN_URL'])('refuses a %s without TLS', (name) => {
    expect(mistakesBeside({ [name]: 'http://api.example.org' })).toContain(
      `${name} must start with https:// with NODE_ENV=production`,
    );
  });

  test('refuses deliveries of jobs without TLS', () => {
    const tasks = { CLOUD_TASKS_QUEUE: 'projects/p/locations/l/queues/q', TASKS_SERVICE_ACCOUNT: 'tasks@p.example' };
    expect(mistakesBeside({ ...tasks, SERVICE_URL: 'http://a.example' })).toEqual([
      'SERVICE_URL must start with https:// with NODE_ENV=production',
    ]);
    expect(mistakesBeside({ ...tasks, SERVICE_URL: 'https://a.example' })).toEqual([]);
  });

  test('on Cloud Run refuses to keep anything in the container', () => {
    const { DATABASE_URL: _none, ...embedded } = PRODUCTION;
    const because = 'must be set on Cloud Run: local data of an instance is lost when the instance stops';
    expect(mistakesOf({ ...embedded, K_SERVICE: 'lectern' })).toEqual([
      `DATABASE_URL ${because}`,
      `GCS_BUCKET ${because}`,
      `WEAVIATE_URL ${because}`,
    ]);
    expect(mistakesBeside({ K_SERVICE: 'lectern', GCS_BUCKET: 'files', WEAVIATE_URL: 'https://w.example' })).toEqual(
      [],
    );
  });

  test('warns of what is allowed and probably not meant', () => {
    expect(parseConfig(PRODUCTION).warnings).toEqual([
      expect.stringContaining('SENDGRID_API_KEY or SMTP_URL'),
      expect.stringContaining('COHERE_API_KEY'),
      expect.stringContaining('WEAVIATE_URL'),
      expect.stringContaining('REDIS_URL'),
    ]);
    const whole = {
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: 'forms@example.org',
      COHERE_API_KEY: 'key',
      WEAVIATE_URL: 'https://w.example',
      REDIS_URL: 'redis://r.example',
    };
    expect(parseConfig({ ...PRODUCTION, ...whole }).warnings).toEqual([]);
    const onCloudRun = { ...PRODUCTION, ...whole, K_SERVICE: 'lectern', GCS_BUCKET: 'files' };
    expect(parseConfig(onCloudRun).warnings).toEqual([expect.stringContaining('TRUST_PROXY')]);
    expect(parseConfig({}).warnings).toEqual([]);
  });
});

describe('the command that migrates', () => {
  test('needs DATABASE_URL and nothing else', () => {
    expect(parseDatabase({ NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/site' })).toEqual({
      host: 'db.example',
      database: 'site',
    });
    expect(() => parseDatabase({})).toThrow(/DATABASE_URL must be set/);
    expect(() => parseDatabase({ DATABASE_URL: 'mysql://a' })).toThrow(/DATABASE_URL must be a URL that starts with/);
  });
});

describe('DATABASE_URL', () => {
  test.each([
    [
      'postgres://me:secret@db.example:6543/site',
      { host: 'db.example', port: 6543, user: 'me', password: 'secret', database: 'site' },
    ],
    ['postgresql://me@db.example/site', { host: 'db.example', user: 'me', database: 'site' }],
    ['postgres:///site?host=/run/postgresql', { host: '/run/postgresql', database: 'site' }],
    [
      'postgres://me@localhost/site?host=/cloudsql/project:region:instance',
      { host: '/cloudsql/project:region:instance', user: 'me', database: 'site' },
    ],
    [
      'postgres://me:p%40ss%2Fword@db.example/site',
      { host: 'db.example', user: 'me', password: 'p@ss/word', database: 'site' },
    ],
    ['postgres://db.example/site?sslmode=disable', { host: 'db.example', database: 'site', ssl: false }],
  ])('%s', (url, connection) => {
    expect(parseConfig({ DATABASE_URL: url }).database).toEqual(connection);
  });
});
