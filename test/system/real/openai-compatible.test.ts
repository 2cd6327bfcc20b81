import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe } from 'vitest';
import { operatorFetch } from '../../../src/adapters/egress/model-fetch.ts';
import { openAiSdkEmbedder } from '../../../src/adapters/embedder/ai-sdk.ts';
import { openAiSdkLanguageModel } from '../../../src/adapters/language-model/ai-sdk.ts';
import type { Embedder } from '../../../src/ports/embedder.ts';
import type { LanguageModel } from '../../../src/ports/language-model.ts';
import { describeEmbedder } from '../../ports/embedder.contract.ts';
import { describeLanguageModel } from '../../ports/language-model.contract.ts';
import { LlamaServer } from '../support/llama-server.ts';
import { needs } from '../../support/needs.ts';
import { use } from '../../support/use.ts';
import { describeReal } from './given.ts';

const apiKey = process.env['OPENAI_COMPATIBLE_KEY'];

describeReal('A server with chats', ['OPENAI_COMPATIBLE_URL', 'OPENAI_COMPATIBLE_MODEL'], (url, name) => {
  let model: LanguageModel;
  beforeAll(async () => {
    model = await openModel(url, name);
  });
  describeLanguageModel(name, () => model);
});

describeReal('A server with vectors', ['OPENAI_COMPATIBLE_URL', 'OPENAI_COMPATIBLE_EMBED_MODEL'], (url, name) => {
  const opened = useEmbedder(() => url, name);
  describeEmbedder(name, opened);
});

describe("llama.cpp's server", needs('llama-server'), () => {
  const chats = use(() => LlamaServer.start(['--ctx-size', '65536', '--parallel', '2']));
  const vectors = use(() => LlamaServer.start(['--embeddings', '--pooling', 'mean']));
  let model: LanguageModel;
  beforeAll(async () => {
    model = await openModel(chats.url, 'tiny');
  });
  describeLanguageModel('a tiny model', () => model, { understands: false });
  describeEmbedder(
    'a tiny model',
    useEmbedder(() => vectors.url, 'tiny'),
  );
});

async function openModel(baseUrl = '', name = ''): Promise<LanguageModel> {
  const models = { fast: name, smart: name };
  return openAiSdkLanguageModel({
    provider: 'openai-compatible',
    baseUrl,
    apiKey,
    openFetch: operatorFetch([]),
    models,
  });
}

function useEmbedder(url: () => string | undefined, model = ''): () => Embedder {
  const opened = use(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lectern-embedder-'));
    const options = {
      provider: 'openai-compatible' as const,
      baseUrl: url(),
      apiKey,
      model,
      openFetch: operatorFetch([]),
    };
    const embedder = await openAiSdkEmbedder(options, dataDir);
    return { embedder, close: () => rm(dataDir, { recursive: true, force: true }) };
  });
  return () => opened.embedder;
}
