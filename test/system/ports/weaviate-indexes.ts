import { randomUUID } from 'node:crypto';
import { afterAll, afterEach } from 'vitest';
import {
  openWeaviateVectorIndex,
  type OpenedWeaviate,
  type WeaviateOptions,
} from '../../../src/adapters/vector-index/weaviate/weaviate-index.ts';
import type { IndexedChunk } from '../../../src/ports/vector-index.ts';
import { chunk, DIMENSIONS } from '../../support/chunk.ts';
import { startWeaviateDouble, type WeaviateDouble } from '../../support/weaviate-double.ts';

export type Access = Pick<WeaviateOptions, 'url' | 'grpcUrl' | 'apiKey'>;

const KEY = 'the-secret-key';
export const QUERY = { mode: 'hybrid', text: 'common', vector: chunk().vector, filter: {}, limit: 50 } as const;

/** Opens indexes in Weaviate and doubles of it; removes their collections after each test. */
export class WeaviateIndexes {
  private readonly doubles: WeaviateDouble[] = [];
  private readonly opened: OpenedWeaviate[] = [];

  constructor() {
    afterEach(() => this.removeAll());
    afterAll(() => Promise.all(this.doubles.map((each) => each.stop())));
  }

  async double(options: Parameters<typeof startWeaviateDouble>[0] = { apiKey: KEY }): Promise<WeaviateDouble> {
    const double = await startWeaviateDouble(options);
    this.doubles.push(double);
    return double;
  }

  async open(access: Access, options: Partial<WeaviateOptions> = {}): Promise<OpenedWeaviate> {
    const answer = await this.openToKeep(access, options);
    this.opened.push(answer);
    return answer;
  }

  /** The same, without removing its collection after the test. */
  openToKeep(access: Access, options: Partial<WeaviateOptions> = {}): Promise<OpenedWeaviate> {
    return openWeaviateVectorIndex({
      ...access,
      collection: `Test${randomUUID().slice(0, 8)}`,
      model: 'test',
      dimensions: DIMENSIONS,
      replicas: 1,
      quantization: 'none',
      ...options,
    });
  }

  /** A double whose removals and answers end at 300, and a prepared index in it. */
  async inDouble(options: Partial<WeaviateOptions> = {}) {
    const double = await this.double({ apiKey: KEY, mostResults: 300 });
    const { index, prepare } = await this.open(accessTo(double), options);
    await prepare();
    return { double, index };
  }

  private async removeAll(): Promise<void> {
    for (const each of this.doubles) each.fault = {};
    for (const { index, removeFormer } of this.opened.splice(0)) {
      await removeFormer(index.name).catch(() => undefined);
      await index.close();
    }
  }
}

export function accessTo({ url, grpcUrl }: WeaviateDouble): Access {
  return { url, grpcUrl, apiKey: KEY };
}

export function chunks(count: number, given: Partial<IndexedChunk> = {}): IndexedChunk[] {
  return Array.from({ length: count }, () => chunk(given));
}
