import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { INDEX_SERVERS, type IndexServer } from '../attack/index-servers.ts';
import { COHERE_KEY, type CohereDouble, embed, startCohereDouble } from '../../support/cohere-double.ts';
import { install } from '../support/installation.ts';
import { writeTinyModel } from '../../support/onnx-model.ts';
import { expectIndexOfModel } from './changed-index.ts';
import { createSite, graphql } from './client.ts';
import { ADMIN_KEY, Victim } from './victim.ts';

const IS_LONG = process.env['CRASH_ROUNDS'] !== undefined;
/** Kills; `npm run test:crash` asks for more. */
const KILLS = Math.max(2, Math.ceil(Number(process.env['CRASH_ROUNDS'] ?? 0) / 3));
const WORDS = ['mountain', 'river', 'bicycle', 'pump', 'lantern', 'harbour', 'violin', 'glacier'];
/** Of each document, a passage each: in the short form they are two batches of vectors, between which the first kill comes. */
const PARTS = IS_LONG ? 25 : 15;
/** A batch of passages, so that the change takes a while. */
const EMBEDDING_MS = 150;
/** How long after the last vector a kill may come: in it the new index is filled. */
const MAX_FILLING_MS = 1_500;
const TEST_TIMEOUT_MS = 120_000 + KILLS * 60_000;

/** Of Weaviate the short form has the double alone, which is the first of them. */
const SERVERS = [
  { name: 'the embedded index', open: async () => null, options: {} },
  ...INDEX_SERVERS.slice(0, IS_LONG ? undefined : 1),
];

interface Models {
  active: { model: string; dimensions: number };
  next: { model: string } | null;
  embedded: number;
  chunks: number;
}

for (const { name, open, options } of SERVERS) {
  describe(`killed while the embedding model is changed, with ${name}`, options, () => {
    let server: IndexServer | null;
    let cohere: CohereDouble;
    let dataDir: string;
    let victim: Victim;
    let site: { id: string; key: string };

    beforeEach(async () => {
      server = await open();
      cohere = await startCohereDouble({
        '/v2/embed': async (body) => {
          if (body['input_type'] === 'search_document') await delay(EMBEDDING_MS);
          return embed(body);
        },
      });
      dataDir = await mkdtemp(join(tmpdir(), 'lectern-change-over-'));
      await install(dataDir);
      await writeTinyModel(`${dataDir}/models/one`, WORDS);
    });
    afterEach(async () => {
      await victim.stop();
      await server?.stop();
      await cohere.close();
      await rm(dataDir, { recursive: true, force: true });
    });

    const environmentOf = (model: Record<string, string>): Record<string, string> => ({
      ...model,
      ...(server && { WEAVIATE_URL: server.url, WEAVIATE_GRPC_URL: server.grpcUrl }),
    });

    test(
      'the service searches with the former vectors, goes on, and has every chunk in the new index',
      { timeout: TEST_TIMEOUT_MS },
      async () => {
        victim = new Victim(dataDir, environmentOf({ EMBED_MODEL: 'onnx:one' }));
        await victim.start();
        site = await createSite(victim.url, ADMIN_KEY);
        for (const word of WORDS) await add(word, PARTS);
        await indexed();
        await expectFound(WORDS);
        await victim.stop();

        const next = environmentOf({ EMBED_MODEL: 'auto', COHERE_API_KEY: COHERE_KEY, COHERE_BASE_URL: cohere.url });
        victim = new Victim(dataDir, next);
        const titles = [...WORDS];
        for (let kill = 0; kill < KILLS; kill += 1) {
          await victim.start();
          await add(`extra${kill}`, 1);
          titles.push(`extra${kill}`);
          await expectFound(WORDS);
          // The first kills come while vectors are made, the last ones while the index is filled.
          await until(
            ({ embedded, chunks, next: preparing }) => !preparing || embedded >= (chunks * (kill + 1)) / KILLS,
          );
          await delay(Math.random() * (kill + 1 < KILLS ? EMBEDDING_MS : MAX_FILLING_MS));
          await victim.kill({ databaseToo: kill % 2 === 1 });
        }
        await victim.start();
        await expectFound(WORDS);
        await until(({ next: preparing }) => preparing === null);
        await indexed();
        await expectFound(titles);
        const { active } = await models();
        expect(active.model).toMatch(/^cohere/);
        await victim.stop();
        await expectIndexOfModel({ DATA_DIR: dataDir, ADMIN_KEY, ...next }, site.id, active);
      },
    );

    async function rest<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(`${victim.url}/api/sdk${path}`, {
        method,
        headers: { 'x-svc-api-key': site.key, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      expect(response.status, text).toBe(200);
      return (JSON.parse(text) as { data: T }).data;
    }

    async function add(title: string, parts: number): Promise<void> {
      const sections = Array.from(
        { length: parts },
        (_part, at) => `## Part ${at}\n\n${`About the ${title}. `.repeat(60)}`,
      );
      await rest('POST', '/knowledge/documents', { title, content: sections.join('\n\n') });
    }

    async function indexed(): Promise<void> {
      const states = async () =>
        (await rest<{ status: string }[]>('GET', '/rag/documents')).map(({ status }) => status);
      await expect.poll(async () => new Set(await states()), { timeout: 60_000 }).toEqual(new Set(['completed']));
    }

    /** By meaning alone: a word index would find them as well. */
    async function expectFound(titles: readonly string[]): Promise<void> {
      for (const title of titles) {
        const body = { query: title, searchType: 'standard' };
        const found = await rest<{ results: { metadata: { title: string } }[]; unavailable?: string[] }>(
          'POST',
          '/rag/search',
          body,
        );
        expect(found.unavailable ?? []).toEqual([]);
        expect(found.results[0]?.metadata.title).toBe(title);
      }
    }

    async function models(): Promise<Models> {
      const query = '{ embeddingModels { active { model dimensions } next { model } embedded chunks } }';
      const headers = { 'x-svc-admin-key': ADMIN_KEY };
      return (await graphql<{ embeddingModels: Models }>(victim.url, headers, query, {})).embeddingModels;
    }

    async function until(isReached: (models: Models) => boolean): Promise<void> {
      await expect.poll(async () => isReached(await models()), { interval: 20, timeout: 60_000 }).toBe(true);
    }
  });
}
