import { describe, expect, test } from 'vitest';
import { parseConfig, parseDatabase } from '../src/config.ts';
import { PRODUCTION, documented, mistakesOf } from './support/configuration.ts';

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

  test('give an attempt of a job an hour, and of one that may take longer a day', () => {
    expect(config.jobs).toEqual({ maxMs: 3_600_000, longMaxMs: 86_400_000 });
    expect(parseConfig({ JOB_TIMEOUT_MINUTES: '5', LONG_JOB_TIMEOUT_MINUTES: '10' }).jobs).toEqual({
      maxMs: 300_000,
      longMaxMs: 600_000,
    });
  });

  test('in production hide introspection, unless it is asked for', () => {
    expect(parseConfig(PRODUCTION).graphql.introspection).toBe(false);
    expect(parseConfig({ ...PRODUCTION, GRAPHQL_INTROSPECTION: 'true' }).graphql.introspection).toBe(true);
  });
});

describe('CHAT_MODEL', () => {
  test('is a provider and a name, which may have colons, with what is needed to call it', () => {
    expect(
      parseConfig({ CHAT_MODEL: 'openai-compatible:llama3.1:8b', CHAT_CAPABILITIES: 'no-tools,context=4096' }).chat,
    ).toEqual({
      provider: 'openai-compatible',
      models: { fast: 'llama3.1:8b', smart: 'llama3.1:8b' },
      baseUrl: undefined,
      apiKey: undefined,
      capabilities: { tools: false, contextTokens: 4_096 },
    });
    const both = { CHAT_MODEL: 'cohere:command-a-03-2025', CHAT_MODEL_FAST: 'command-r', COHERE_API_KEY: 'key' };
    expect(parseConfig(both).chat).toMatchObject({
      provider: 'cohere',
      models: { fast: 'command-r', smart: 'command-a-03-2025' },
      apiKey: 'key',
    });
  });

  test.each(['llama3.1', 'ollama:llama3.1', 'openai:', ':x'])('is not %s', (name) => {
    expect(mistakesOf({ CHAT_MODEL: name })).toEqual([expect.stringContaining('CHAT_MODEL must be openai-compatible')]);
  });

  test('needs a key of a service, and its options need it', () => {
    expect(mistakesOf({ CHAT_MODEL: 'openai:gpt-5' })).toEqual([
      'CHAT_API_KEY must be set with CHAT_MODEL=openai:gpt-5',
    ]);
    expect(mistakesOf({ CHAT_API_KEY: 'x', CHAT_BASE_URL: 'http://a.example' })).toEqual([
      'CHAT_BASE_URL requires CHAT_MODEL',
      'CHAT_API_KEY requires CHAT_MODEL',
    ]);
  });
});

test('a transcriber has a place of its own', () => {
  const given = { TRANSCRIBE_MODEL: 'openai-compatible:Systran/whisper', TRANSCRIBE_BASE_URL: 'http://gpu:8001/v1/' };
  expect(parseConfig(given).transcribe).toMatchObject({
    provider: 'openai-compatible',
    model: 'Systran/whisper',
    baseUrl: 'http://gpu:8001/v1',
  });
  expect(mistakesOf({ TRANSCRIBE_MODEL: 'anthropic:x' })).toEqual([
    expect.stringContaining('TRANSCRIBE_MODEL must be'),
  ]);
});

describe('VISION_MODEL', () => {
  test('is a model of any provider, with a place of its own and what it can do', () => {
    const given = { VISION_MODEL: 'openai-compatible:qwen2.5vl:7b', VISION_BASE_URL: 'http://gpu:8002/v1/' };
    expect(parseConfig({ ...given, VISION_CAPABILITIES: 'images=1,context=4096' }).vision).toEqual({
      provider: 'openai-compatible',
      model: 'qwen2.5vl:7b',
      baseUrl: 'http://gpu:8002/v1',
      apiKey: undefined,
      capabilities: { images: 1, contextTokens: 4_096 },
    });
    const cohere = { VISION_MODEL: 'cohere:command-a-vision-07-2025', COHERE_API_KEY: 'key' };
    expect(parseConfig(cohere).vision).toMatchObject({ provider: 'cohere', apiKey: 'key' });
    expect(parseConfig({ COHERE_API_KEY: 'key' }).vision).toBeUndefined();
  });

  test('must take pictures, by its name or by what is said of it', () => {
    const without = { VISION_MODEL: 'openai-compatible:llama3.1' };
    expect(mistakesOf(without)).toEqual([
      'VISION_MODEL must be a model that takes pictures: llama3.1 is known to take none (VISION_CAPABILITIES=images says that it does)',
    ]);
    expect(mistakesOf({ ...without, VISION_CAPABILITIES: 'context=9000' })).toHaveLength(1);
    expect(parseConfig({ ...without, VISION_CAPABILITIES: 'images' }).vision?.capabilities).toEqual({ images: 8 });
  });

  test.each(['no-images', 'images=0', 'images=9', 'tools', 'images;context=9'])('can not do %s', (capabilities) => {
    expect(mistakesOf({ VISION_MODEL: 'openai-compatible:llava', VISION_CAPABILITIES: capabilities })).toEqual([
      'VISION_CAPABILITIES must be images, or images= and a number from 1 to 8, and context= with a number of tokens, separated by a comma',
    ]);
  });
});

test.each<[Record<string, string>, string[]]>([
  [{ CHAT_MODEL: 'google:gemini-2.5-flash' }, ['CHAT_API_KEY must be set with CHAT_MODEL=google:gemini-2.5-flash']],
  [{ EMBED_MODEL: 'openai:e' }, ['EMBED_API_KEY must be set with EMBED_MODEL=openai:e']],
  [{ TRANSCRIBE_MODEL: 'openai:whisper-1' }, ['TRANSCRIBE_API_KEY must be set with TRANSCRIBE_MODEL=openai:whisper-1']],
  [{ VISION_MODEL: 'anthropic:claude' }, ['VISION_API_KEY must be set with VISION_MODEL=anthropic:claude']],
  [{ RERANK_MODEL: 'cohere:rerank' }, ['RERANK_API_KEY or COHERE_API_KEY must be set with RERANK_MODEL=cohere:rerank']],
  [
    { VISION_MODEL: 'cohere:command-a-vision' },
    ['VISION_API_KEY or COHERE_API_KEY must be set with VISION_MODEL=cohere:command-a-vision'],
  ],
  [{ RERANK_MODEL: 'openai:rerank' }, [expect.stringMatching(/^RERANK_MODEL must be cohere: and/) as string]],
  [{ EMBED_MODEL: 'anthropic:x' }, [expect.stringMatching(/^EMBED_MODEL must be auto, lexical/) as string]],
  [{ VISION_MODEL: 'ollama:llava' }, [expect.stringMatching(/^VISION_MODEL must be openai-compatible/) as string]],
  [{ VISION_BASE_URL: 'http://a.example' }, ['VISION_BASE_URL requires VISION_MODEL']],
  [{ VISION_CAPABILITIES: 'images' }, ['VISION_CAPABILITIES requires VISION_MODEL']],
  [{ TRANSCRIBE_BASE_URL: 'http://a.example' }, ['TRANSCRIBE_BASE_URL requires TRANSCRIBE_MODEL']],
  [{ RERANK_BASE_URL: 'http://a.example' }, ['RERANK_BASE_URL requires RERANK_MODEL']],
  [{ EMBED_BASE_URL: 'http://a.example' }, ['EMBED_BASE_URL requires EMBED_MODEL with a provider']],
  [
    { VISION_MODEL: 'openai-compatible:llava', VISION_BASE_URL: 'gpu:8000' },
    ['VISION_BASE_URL must be a URL that starts with http:// or https://'],
  ],
])('a wrong combination is one sentence that names the variable: %j', (environment, mistakes) => {
  expect(mistakesOf(environment)).toEqual(mistakes);
});

test('a second language model, a reranker and an embedder have places of their own', () => {
  const config = parseConfig({
    CHAT_MODEL: 'openai-compatible:llama3.1',
    CHAT_FALLBACK_MODEL: 'anthropic:claude',
    CHAT_FALLBACK_API_KEY: 'other',
    RERANK_MODEL: 'cohere:BAAI/bge-reranker-v2-m3',
    RERANK_BASE_URL: 'http://gpu:8000',
    EMBED_MODEL: 'openai-compatible:nomic-embed-text',
    EMBED_QUERY_PREFIX: 'none',
  });
  expect(config.chat?.fallback).toMatchObject({ provider: 'anthropic', apiKey: 'other', models: { smart: 'claude' } });
  expect(config.rerank).toMatchObject({ model: 'BAAI/bge-reranker-v2-m3', baseUrl: 'http://gpu:8000' });
  expect(config.embedding).toMatchObject({ kind: 'provider', model: 'nomic-embed-text', prefixes: { query: '' } });
  expect(mistakesOf({ CHAT_FALLBACK_MODEL: 'anthropic:a', EMBED_API_KEY: 'x', RERANK_API_KEY: 'x' })).toEqual([
    'CHAT_FALLBACK_API_KEY must be set with CHAT_FALLBACK_MODEL=anthropic:a',
    'CHAT_FALLBACK_MODEL requires CHAT_MODEL',
    'RERANK_API_KEY requires RERANK_MODEL',
    'EMBED_API_KEY requires EMBED_MODEL with a provider',
  ]);
});

describe('EMBED_MODEL', () => {
  test.each([
    [undefined, { kind: 'auto' }],
    ['lexical', { kind: 'lexical' }],
    ['onnx:/models/e5-small-v2', { kind: 'onnx', name: '/models/e5-small-v2' }],
    ['onnx:e5-small-v2', { kind: 'onnx', name: 'e5-small-v2' }],
  ])('%s', (text, embedding) => {
    expect(parseConfig({ EMBED_MODEL: text }).embedding).toMatchObject(embedding);
  });

  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ EMBED_MODEL: 'auto', HF_HUB_OFFLINE: '0' }, true],
    [{ EMBED_MODEL: 'lexical' }, false],
    [{ EMBED_MODEL: 'onnx:e5' }, false],
    [{ COHERE_API_KEY: 'key' }, false],
    [{ DATABASE_URL: 'postgres://localhost/lectern' }, false],
    [{ NODE_ENV: 'test' }, false],
    [{ HF_HUB_OFFLINE: '1' }, false],
    [{ TRANSFORMERS_OFFLINE: 'TRUE' }, false],
    [PRODUCTION, false],
  ])('with %o, whether a model is fetched: %s', (environment, isFetched) => {
    expect(parseConfig(environment).embedding.isFetched).toBe(isFetched);
  });

  test.each(['onnx:', 'onnx: ', 'e5-small-v2'])('rejects %j', (text) => {
    expect(mistakesOf({ EMBED_MODEL: text })).toEqual([
      'EMBED_MODEL must be auto, lexical, onnx: and a folder or the name of a model, or openai-compatible:, openai: or google: and a name',
    ]);
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
    ['MODEL_PRICES', 'command=1'],
    ['MODEL_PRICES', 'command=1/2,other=1/-2'],
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

  test('an OpenID provider without its client is one, and a client without a provider', () => {
    expect(mistakesOf({ SSO_ISSUER: 'https://id.example', SSO_CLIENT_ID: 'lectern' })).toEqual([
      'SSO_CLIENT_ID and SSO_CLIENT_SECRET must be set with SSO_ISSUER',
    ]);
    expect(mistakesOf({ SSO_NAME: 'Example' })).toEqual(['SSO_NAME requires SSO_ISSUER']);
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
  test('Weaviate is chosen by its URL, with a name and one replica unless set otherwise', () => {
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
