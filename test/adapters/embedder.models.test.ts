import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import type { ModelDownload } from '../../src/adapters/embedder/onnx/default-model.ts';
import { copyModel, fetchInBackground, fetchModel, storedModel } from '../../src/adapters/embedder/onnx/model-store.ts';
import { hasOnnxRuntime } from '../../src/adapters/embedder/onnx/runtime.ts';
import { openEmbedder } from '../../src/adapters/embedder/open-embedder.ts';
import type { Egress } from '../../src/ports/egress.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { writeTinyModel } from '../support/onnx-model.ts';

const ARCH = Object.getOwnPropertyDescriptor(process, 'arch');

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-models-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Answers each file of a model in two pieces. */
function hub(contents: Readonly<Record<string, string>>): Egress {
  return {
    fetch: () => Promise.reject(new Error('not used')),
    validateUrl: () => undefined,
    download: ({ url }, receive) => {
      const content = contents[url];
      async function* body() {
        yield Buffer.from(content?.slice(0, 3) ?? '');
        yield Buffer.from(content?.slice(3) ?? '');
      }
      return receive({ status: content === undefined ? 404 : 200, headers: {}, body: body() });
    },
  };
}

const MODEL: ModelDownload = {
  name: 'small',
  url: 'https://hub.example/small',
  files: ['onnx/model.onnx', 'tokenizer.json'].map((name) => ({
    name,
    bytes: 7,
    sha256: createHash('sha256').update('content').digest('hex'),
  })),
  settings: { 'sentence_bert_config.json': { max_seq_length: 256 } },
};
const CONTENTS = { [`${MODEL.url}/onnx/model.onnx`]: 'content', [`${MODEL.url}/tokenizer.json`]: 'content' };
const stored = async () => (existsSync(`${dataDir}/models`) ? readdir(`${dataDir}/models`) : []);

describe('a model that is fetched', () => {
  test('is in the folder with its settings, and tells how far it is', async () => {
    const parts: number[] = [];
    const folder = await fetchModel(hub(CONTENTS), dataDir, MODEL, { onProgress: (part) => parts.push(part) });
    expect(await readFile(join(folder, 'onnx/model.onnx'), 'utf8')).toBe('content');
    expect(await readFile(join(folder, 'sentence_bert_config.json'), 'utf8')).toBe('{"max_seq_length":256}');
    expect(parts).toEqual([3 / 14, 7 / 14, 10 / 14, 1]);
    expect(storedModel(dataDir)).toBe(folder);
  });

  test.each([
    ['other contents', { ...CONTENTS, [`${MODEL.url}/tokenizer.json`]: 'changed' }],
    ['a missing file', { [`${MODEL.url}/onnx/model.onnx`]: 'content' }],
  ])('with %s is not kept', async (_what, contents) => {
    await expect(fetchModel(hub(contents), dataDir, MODEL)).rejects.toThrow(ServiceError);
    expect(await stored()).toEqual([]);
    expect(storedModel(dataDir)).toBeUndefined();
  });

  test('replaces what a killed process has left, which is no model', async () => {
    await mkdir(`${dataDir}/models/.small`, { recursive: true });
    await writeFile(`${dataDir}/models/.small/tokenizer.json`, '{}');
    expect(storedModel(dataDir)).toBeUndefined();
    await fetchModel(hub(CONTENTS), dataDir, MODEL);
    expect(await stored()).toEqual(['small']);
  });

  test('without a way to the hub: nothing is thrown or kept', async () => {
    const away: Egress = { ...hub({}), download: () => Promise.reject(new ServiceError('BAD_GATEWAY', 'no network')) };
    await fetchInBackground(away, dataDir, createLogger('silent'));
    expect(await stored()).toEqual([]);
  });
});

describe('a model that is copied', () => {
  test('is used by default, unless words are asked for', async () => {
    await writeTinyModel(`${dataDir}/tiny`, ['mountain']);
    await copyModel(`${dataDir}/tiny`, dataDir);
    const choice = { cohere: undefined, openFetch: operatorFetch([]), dataDir };
    for (const [embedding, model] of [
      [{ kind: 'auto' }, 'onnx/tiny/'],
      [{ kind: 'onnx', name: 'tiny' }, 'onnx/tiny/'],
      [{ kind: 'lexical' }, 'lexical-'],
    ] as const) {
      const { embedder, close } = await openEmbedder({ ...choice, embedding });
      expect(embedder.model).toContain(model);
      await close();
    }
    await expect(openEmbedder({ ...choice, embedding: { kind: 'onnx', name: 'none' } })).rejects.toThrow(
      'EMBED_MODEL names a folder that does not exist',
    );
  });

  test('must be usable', async () => {
    await mkdir(`${dataDir}/empty`);
    await expect(copyModel(`${dataDir}/empty`, dataDir)).rejects.toThrow('has no model.onnx');
    expect(await stored()).toEqual([]);
  });

  describe('on a machine that has no runtime for models', () => {
    const { arch } = process;
    const setArch = (value: string) => Object.defineProperty(process, 'arch', { ...ARCH, value });
    beforeEach(() => setArch('none'));
    afterEach(() => setArch(arch));

    test('is left alone: searches match words, and a model that is asked for by name is rejected with the reason', async () => {
      const folder = join(dataDir, 'models', 'mine');
      await writeTinyModel(folder, ['mountain']);
      const choice = { dataDir, cohere: undefined, openFetch: operatorFetch([]) };
      const { embedder, close } = await openEmbedder({ ...choice, embedding: { kind: 'auto' } });
      expect(embedder.model).toContain('lexical');
      await close();
      await expect(openEmbedder({ ...choice, embedding: { kind: 'onnx', name: 'mine' } })).rejects.toThrow(
        `onnxruntime-node cannot run models on ${process.platform}-none: use EMBED_MODEL=lexical`,
      );
    });
  });

  test.each([
    ['linux', 'x64', true],
    ['linux', 'arm64', true],
    ['darwin', 'arm64', true],
    ['darwin', 'x64', false],
  ])('run on %s-%s: %s', (platform, arch, expected) => {
    expect(hasOnnxRuntime({ platform, arch })).toBe(expected);
  });
});
