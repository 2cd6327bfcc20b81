import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { DEVELOPMENT_ONLY } from '../src/config/safety.ts';
import { PRODUCTION, mistakesOf } from './support/configuration.ts';

describe('production', () => {
  const mistakesBeside = (environment: Record<string, string>) => mistakesOf({ ...PRODUCTION, ...environment });

  test('rejects nothing of a deployment that is in order', () => {
    expect(mistakesBeside({})).toEqual([]);
  });

  test.each(DEVELOPMENT_ONLY)('rejects %s, which leads a client elsewhere', (name) => {
    expect(
      mistakesBeside({ [name]: name === 'CLOUD_TASKS_EMULATOR_HOST' ? 'http://127.0.0.1:1' : '127.0.0.1:1' }),
    ).toContain(`${name} must not be set with NODE_ENV=production`);
  });

  test('rejects connections that verify no certificate', () => {
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
  ])('rejects the default or weak secret %s=%s, without repeating it', (name, value) => {
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

  test('rejects a secret that ends with the line of the file it was in', () => {
    expect(mistakesBeside({ ADMIN_KEY: `${PRODUCTION.ADMIN_KEY}\n`, COHERE_API_KEY: ' key' })).toEqual([
      'ADMIN_KEY must not start or end with white space',
      'COHERE_API_KEY must not start or end with white space',
    ]);
  });

  test('rejects one secret for two uses, and a password of the database that every attacker tries', () => {
    expect(mistakesBeside({ ADMIN_KEY: PRODUCTION.ENCRYPTION_KEY })).toEqual([
      'ENCRYPTION_KEY must differ from ADMIN_KEY',
    ]);
    for (const password of ['postgres', 'me', 'changeme']) {
      expect(mistakesBeside({ DATABASE_URL: `postgres://me:${password}@db.example/site` }), password).toEqual([
        'DATABASE_URL must not have a common password',
      ]);
    }
  });

  test.each(['PUBLIC_URL', 'CDN_URL'])('rejects a %s without TLS', (name) => {
    expect(mistakesBeside({ [name]: 'http://api.example.org' })).toContain(
      `${name} must start with https:// with NODE_ENV=production`,
    );
  });

  test('rejects deliveries of jobs without TLS', () => {
    const tasks = { CLOUD_TASKS_QUEUE: 'projects/p/locations/l/queues/q', TASKS_SERVICE_ACCOUNT: 'tasks@p.example' };
    expect(mistakesBeside({ ...tasks, SERVICE_URL: 'http://a.example' })).toEqual([
      'SERVICE_URL must start with https:// with NODE_ENV=production',
    ]);
    expect(mistakesBeside({ ...tasks, SERVICE_URL: 'https://a.example' })).toEqual([]);
  });

  test('rejects an OpenID provider without TLS', () => {
    const client = { SSO_CLIENT_ID: 'lectern', SSO_CLIENT_SECRET: 'q7Lm2Xc9Vb4Nz1Rt6Yw8' };
    expect(mistakesBeside({ ...client, SSO_ISSUER: 'http://id.example' })).toEqual([
      'SSO_ISSUER must start with https:// with NODE_ENV=production',
    ]);
    expect(mistakesBeside({ ...client, SSO_ISSUER: 'https://id.example' })).toEqual([]);
  });

  test('on Cloud Run rejects keeping anything in the container', () => {
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
