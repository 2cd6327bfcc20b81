import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { Target } from '../support/target.ts';
import type { IndexServer } from './index-servers.ts';

export interface SearchAnswer {
  status: number;
  text: string;
  ms: number;
}

/** A service on an index of its own, with a site whose documents are found by their titles. */
export class IndexedTarget {
  readonly target: Target;
  readonly key: Record<string, string>;
  private readonly written: string[] = [];

  private constructor(target: Target, key: Record<string, string>) {
    this.target = target;
    this.key = key;
  }

  static async start(server: IndexServer): Promise<IndexedTarget> {
    const target = await Target.start(environmentOf(server));
    const { key } = await target.site('indexed');
    return new IndexedTarget(target, { 'x-svc-api-key': key });
  }

  async write(title: string): Promise<void> {
    const document = { title, content: textOf(title) };
    const { status, text } = await this.target.rest('POST', '/knowledge/documents', this.key, document);
    expect(status, text).toBe(200);
    this.written.push(title);
  }

  async search(query: string, searchType = 'hybrid'): Promise<SearchAnswer> {
    const started = performance.now();
    const { status, text } = await this.target.rest('POST', '/rag/search', this.key, { query, searchType });
    return { status, text, ms: performance.now() - started };
  }

  /** Milliseconds until a search finds the document. */
  async found(title: string, withinMs: number, searchType?: string): Promise<number> {
    const started = performance.now();
    for (;;) {
      const answer = await this.search(title, searchType);
      const ms = performance.now() - started;
      if (isFound(answer, title)) return ms;
      if (ms > withinMs) throw new Error(`${title} is not found: ${answer.status} ${answer.text.slice(0, 300)}`);
      await delay(25);
    }
  }

  /** Until all that was accepted is found. Nothing of it may have failed. */
  async allIndexed(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    for (const title of this.written) await this.found(title, until - Date.now());
    for (;;) {
      const statuses = await this.statuses();
      if (statuses.length === this.written.length && statuses.every((status) => status === 'completed')) return;
      if (statuses.includes('failed') || Date.now() > until) throw new Error(`Documents are ${statuses.join(', ')}`);
      await delay(100);
    }
  }

  async ready(): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.target.url}/health/ready`);
    return { status: response.status, text: await response.text() };
  }

  private async statuses(): Promise<string[]> {
    const path = '/knowledge/documents?limit=100';
    const { data } = await this.target.rest<{ documents: { status: string }[] }>('GET', path, this.key);
    return data.documents.map(({ status }) => status);
  }
}

export function environmentOf({ url, grpcUrl }: IndexServer): Record<string, string> {
  return { WEAVIATE_URL: url, WEAVIATE_GRPC_URL: grpcUrl, LOG_LEVEL: 'warn' };
}

export function isFound({ status, text }: SearchAnswer, title: string): boolean {
  return status === 200 && text.includes(textOf(title));
}

function textOf(title: string): string {
  return `All of ${title}.`;
}
