import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbedderByLanguage, semanticShare } from '../../../src/adapters/embedder/by-language.ts';
import { createLocalEmbedder } from '../../../src/adapters/embedder/local.ts';
import { type OnnxEmbedder, openOnnxEmbedder } from '../../../src/adapters/embedder/onnx/onnx.ts';
import { type TinyModel, writeTinyModel } from '../../support/onnx-model.ts';
import { cosine, describeEmbedder } from '../../ports/embedder.contract.ts';

const VOCABULARY = 'mountain covered snow bread baked oven subscriptions renew month query passage'.split(' ');
let root = '';
const opened: OnnxEmbedder[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'lectern-onnx-'));
});
afterAll(async () => {
  await Promise.all(opened.map((embedder) => embedder.close()));
  await rm(root, { recursive: true, force: true });
});

async function open(name: string, model: TinyModel = {}): Promise<OnnxEmbedder> {
  await writeTinyModel(join(root, name), VOCABULARY, model);
  const embedder = await openOnnxEmbedder(join(root, name));
  opened.push(embedder);
  return embedder;
}

describe('with a model', () => {
  let embedder: OnnxEmbedder;
  beforeAll(async () => {
    embedder = await open('tiny');
  });
  describeEmbedder('the ONNX embedder', () => embedder);

  test('a folder opened again has the same name and vectors, and other weights another name', async () => {
    const again = await open('tiny');
    const other = await open('tiny', { seed: 2 });
    expect(again.model).toBe(embedder.model);
    expect(await again.embedQuery('mountain')).toEqual(await embedder.embedQuery('mountain'));
    expect(other.model).not.toBe(embedder.model);
  });
});

describe('the files of a model', () => {
  const pooled = (mode: string) => ({ files: { '1_Pooling/config.json': { [mode]: true } } });

  test('choose how the vectors of tokens are combined', async () => {
    const mean = await open('mean', pooled('pooling_mode_mean_tokens'));
    const first = await open('cls', pooled('pooling_mode_cls_token'));
    const max = await open('max', pooled('pooling_mode_max_tokens'));
    // The first token is the same in every text.
    expect(await first.embedQuery('snow')).toEqual(await first.embedQuery('oven'));
    expect(await mean.embedQuery('snow')).not.toEqual(await mean.embedQuery('oven'));
    // The mean depends on how often a word occurs, the maximum does not.
    expect(await max.embedQuery('snow snow oven')).toEqual(await max.embedQuery('oven snow'));
    expect(await mean.embedQuery('snow snow oven')).not.toEqual(await mean.embedQuery('oven snow'));
  });

  test('limit the number of tokens, of which two mark the ends', async () => {
    const embedder = await open('short', { files: { 'sentence_bert_config.json': { max_seq_length: 4 } } });
    expect(await embedder.embedQuery('snow oven mountain')).toEqual(await embedder.embedQuery('snow oven bread'));
    expect(await embedder.embedQuery('snow oven')).not.toEqual(await embedder.embedQuery('snow bread'));
  });

  test('give what stands before a query and before a passage', async () => {
    const prompts = { query: 'query: ', document: 'passage: ' };
    const plain = await open('plain');
    const embedder = await open('prompts', { files: { 'config_sentence_transformers.json': { prompts } } });
    const [passage] = await embedder.embedPassages(['snow']);
    expect(await embedder.embedQuery('snow')).toEqual(await plain.embedQuery('query: snow'));
    expect(passage).toEqual(await plain.embedQuery('passage: snow'));
  });

  test.each([
    ['e5-small-v2', 'query: snow', ['en']],
    ['multilingual-e5-small', 'query: snow', null],
    ['bge-m3', 'snow', null],
    ['all-MiniLM-L6-v2', 'snow', ['en']],
  ])('are completed by what is known of %s', async (name, text, languages) => {
    const embedder = await open(name);
    expect(await embedder.embedQuery('snow')).toEqual(await (await open('plain')).embedQuery(text));
    expect(embedder.languages).toEqual(languages);
  });

  test('bge embeds the first token and instructs queries', async () => {
    const embedder = await open('bge-small-en-v1.5');
    const [snow, oven] = await embedder.embedPassages(['snow', 'oven']);
    expect(snow).toEqual(oven);
  });

  test('name the language that a model knows', async () => {
    const card = (language: string) => ({
      files: { 'README.md': `---\nlicense: mit\nlanguage: ${language}\n---\n# A model` },
    });
    expect((await open('german', card('de'))).languages).toEqual(['de']);
    expect((await open('two', card('[en, de]'))).languages).toBeNull();
    expect((await open('odd', card('"- ['))).languages).toBeNull();
  });
});

describe('a folder that cannot be used', () => {
  test.each<[string, TinyModel, string]>([
    ['an unknown module', { files: { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] } }, 'Dense'],
    ['an unknown pooling', { files: { '1_Pooling/config.json': { pooling_mode_lasttoken: true } } }, 'pooling'],
    ['a file that is not JSON', { files: { '1_Pooling/config.json': '{' } }, 'cannot be read'],
  ])('is rejected: %s', async (_what, model, message) => {
    await expect(open('unsupported', model)).rejects.toThrow(message);
    await rm(join(root, 'unsupported'), { recursive: true });
  });

  test('is rejected: no model', async () => {
    await expect(openOnnxEmbedder(join(root, 'missing'))).rejects.toThrow('has no model.onnx');
  });

  test('is rejected: weights that are not a model', async () => {
    await writeTinyModel(join(root, 'broken'), VOCABULARY);
    await writeFile(join(root, 'broken/model.onnx'), 'nothing');
    await expect(openOnnxEmbedder(join(root, 'broken'))).rejects.toThrow('cannot be used');
  });
});

describe('a model that knows English', () => {
  const lexical = createLocalEmbedder();
  let english: OnnxEmbedder;
  const both = () => createEmbedderByLanguage({ semantic: english, lexical, languages: ['en'] });
  beforeAll(async () => {
    english = await open('english');
  });
  afterAll(() => lexical.close());

  describeEmbedder('an embedder by language', both);

  const ENGLISH = 'The mountain is covered with snow, and it is in the north of the country.';
  const GERMAN = 'Der Berg ist mit Schnee bedeckt, und er liegt im Norden des Landes.';
  const JAPANESE = '今日の東京都の天気は晴れです。';

  test('has a share in the vector of a query by its language, so that words weigh more in others', async () => {
    const shareOf = async (query: string) => semanticShare(await both().embedQuery(query), english);
    expect(await shareOf(ENGLISH)).toBeCloseTo(1);
    expect(await shareOf(GERMAN)).toBe(0);
    expect(await shareOf('Tyre')).toBeCloseTo(0.5);
  });

  test('embeds English texts by it and others lexically, in one vector space', async () => {
    const vectors = await both().embedPassages([ENGLISH, GERMAN, JAPANESE, 'Tyre 28 x 1.75']);
    const parts = vectors.map((vector) => [
      vector.subarray(0, english.dimensions).some(Boolean),
      vector.subarray(english.dimensions).some(Boolean),
    ]);
    expect(parts).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [true, false],
    ]);
  });

  test('finds texts of both kinds with a query whose language does not show', async () => {
    const [inEnglish, inGerman, other] = await both().embedPassages([ENGLISH, GERMAN, 'Die Katze ist auf dem Sofa.']);
    const query = await both().embedQuery('mountain schnee');
    expect(cosine(query, inEnglish ?? query)).toBeGreaterThan(0.1);
    expect(cosine(query, inGerman ?? query)).toBeGreaterThan(0.1 + cosine(query, other ?? query));
    const german = await both().embedQuery('Wo liegt der Berg mit dem Schnee?');
    expect(cosine(german, inEnglish ?? query)).toBe(0);
    expect(cosine(german, inGerman ?? query)).toBeGreaterThan(0.1);
  });
});
