import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { type AiSdkEmbedderOptions, openAiSdkEmbedder } from '../../src/adapters/embedder/ai-sdk.ts';
import { reopenEmbedder } from '../../src/adapters/embedder/open-embedder.ts';
import type { Embedder } from '../../src/ports/embedder.ts';
import { StartError } from '../../src/shared/start-error.ts';
import type { Fault } from '../support/cohere-double.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../support/openai-double.ts';
import { use } from '../support/use.ts';
import { describeEmbedder } from './embedder.contract.ts';

const openai = use(() => startOpenAiDouble());
let dataDir = '';
let embedder: Embedder;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-embedder-'));
  embedder = await open();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));
afterEach(() => {
  openai.forgive();
  openai.readAtMost(undefined);
  openai.requests.length = 0;
});

const access = () => ({
  provider: 'openai-compatible' as const,
  baseUrl: openai.url,
  apiKey: OPENAI_KEY,
});
const open = async (options: Partial<AiSdkEmbedderOptions> = {}) =>
  openAiSdkEmbedder({ ...access(), model: 'nomic-embed-text', openFetch: operatorFetch([]), ...options }, dataDir);
const sent = () => openai.requests.flatMap(({ body }) => [body['input']].flat());

describeEmbedder('an OpenAI-compatible embedder', () => embedder);

describe('an OpenAI-compatible embedder', () => {
  test('has the dimensions of the first answer, and knows them at the next start', async () => {
    expect(embedder).toMatchObject({ model: 'openai-compatible/nomic-embed-text', dimensions: 256 });
    openai.fail({ kind: 'drop' });
    expect((await open()).dimensions).toBe(256);
    expect(openai.requests).toEqual([]);
  });

  test('does not start if nothing says its dimensions', async () => {
    const unknown = { model: 'unknown', baseUrl: 'http://127.0.0.1:9', deadlineMs: 200 };
    await expect(open(unknown)).rejects.toThrow(StartError);
    expect((await open({ ...unknown, dimensions: 64 })).dimensions).toBe(64);
  });

  test('begins texts as its model needs it, and says so by its name if the operator wants it otherwise', async () => {
    await embedder.embedPassages(['a']);
    await embedder.embedQuery('b');
    const own = await open({ prefixes: { query: '', passage: undefined } });
    await own.embedQuery('c');
    expect(sent()).toEqual(['search_document: a', 'search_query: b', 'c']);
    expect(own.model).toMatch(/^openai-compatible\/nomic-embed-text \(prefixes [0-9a-f]{8}\)$/);
  });

  test('sends batches of at most 96 texts, and none that is blank', async () => {
    await embedder.embedPassages(['', ...Array.from({ length: 200 }, (_, at) => `text ${at}`), ' ']);
    expect(openai.requests.map(({ body }) => [body['input']].flat().length)).toEqual([96, 96, 8]);
  });

  test('embeds the beginning of a text that is too long for its model, and the others as they are', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
    const texts = ['mountain', words(500), 'river', 'snow'];
    const [short, , ...rest] = await embedder.embedPassages(texts);
    openai.requests.length = 0;
    openai.readAtMost(1_000);
    const vectors = await embedder.embedPassages(texts);
    expect([vectors[0], ...vectors.slice(2)]).toEqual([short, ...rest]);
    expect(vectors[1]).not.toEqual(vectors[0]);
    expect(Math.hypot(...(vectors[1] ?? []))).toBeCloseTo(1, 5);
    expect(openai.requests.length).toBeLessThan(10);
    expect(sent().at(-3)).toMatch(/^search_document: w0 w1 [w\d ]{500,980}$/);
    openai.readAtMost(0);
    await expect(embedder.embedQuery('mountain')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('is there beside the next model of the same provider, and of no other', async () => {
    const former = { model: 'openai-compatible/nomic-embed-text', dimensions: 256, folder: null };
    const next = { kind: 'provider' as const, ...access(), model: 'bge-m3' };
    const rest = { cohere: undefined, dataDir, openFetch: operatorFetch([]) };
    const opened = await reopenEmbedder(former, { ...rest, embedding: next });
    expect(opened?.embedder).toMatchObject({ model: former.model, dimensions: 256 });
    await opened?.embedder.embedQuery('a');
    expect(sent()).toEqual(['search_query: a']);
    expect(await reopenEmbedder(former, { ...rest, embedding: { kind: 'lexical' } })).toBeNull();
    const other = await reopenEmbedder(
      { ...former, model: 'openai-compatible/nomic-embed-text (prefixes 00000000)' },
      {
        ...rest,
        embedding: next,
      },
    );
    expect(other).toBeNull();
  });

  const lasting: [string, Fault, string][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }, 'UNAVAILABLE'],
    ['a dropped connection', { kind: 'drop' }, 'UNAVAILABLE'],
    ['an answer that is not JSON', { kind: 'garbage' }, 'BAD_GATEWAY'],
    ['vectors of another length', vectors([[1, 2]]), 'BAD_GATEWAY'],
    ['too few vectors', vectors([]), 'BAD_GATEWAY'],
  ];
  test.each(lasting)('gets over %s by trying again, and gives up after four attempts', async (_what, fault, code) => {
    openai.fail(fault);
    expect(Math.hypot(...(await embedder.embedQuery('mountain')))).toBeCloseTo(1, 5);
    openai.fail(fault, fault, fault, fault);
    await expect(embedder.embedQuery('mountain')).rejects.toMatchObject({ name: 'ServiceError', code });
    expect(openai.requests).toHaveLength(6);
  });
});

function vectors(all: number[][]): Fault {
  const data = all.map((embedding) => ({ embedding }));
  return { kind: 'answer', change: () => ({ data, usage: { prompt_tokens: 1 } }) };
}
