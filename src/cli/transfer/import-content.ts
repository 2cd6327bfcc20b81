import type { SiteApi } from './api.ts';

const MAX_ITEMS = 100;
/** A request has at most 10 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** What became of a line; `existing`: of one whose resource existed and was kept. */
export type Outcome = 'created' | 'changed' | 'existing' | 'failed';
export type ImportCounts = Record<Outcome, number>;

interface WriteResult {
  _id: string | null;
  error: ({ message: string; code: string; id?: string } & Record<string, unknown>) | null;
}

type Item = { kind: 'content' | 'references'; externalId: string } & Record<string, unknown>;

interface BatchOptions {
  api: SiteApi;
  counts: ImportCounts;
  update: boolean;
  failed(line: number, error: unknown): Promise<void>;
}

/** What an update cannot change. */
const CREATION_FIELDS = ['kind', 'externalId', 'type', 'publishedAt', 'createdAt', 'updatedAt'];

/** Consecutive lines of one kind, written by one request. */
export class ContentBatch {
  private readonly options: BatchOptions;
  private items: { item: Item; line: number }[] = [];
  private bytes = 0;

  constructor(options: BatchOptions) {
    this.options = options;
  }

  /** Tells whether the line can be added before the batch is sent. */
  takes(item: { kind: string }, text: string): boolean {
    const isSame = this.items.every(({ item: { kind } }) => kind === item.kind);
    return isSame && this.items.length < MAX_ITEMS && this.bytes + text.length * 3 <= MAX_BYTES;
  }

  add(item: Item, text: string, line: number): void {
    this.items.push({ item, line });
    this.bytes += Buffer.byteLength(text);
  }

  async send(): Promise<void> {
    const { items } = this;
    this.items = [];
    this.bytes = 0;
    const [first] = items;
    if (!first) return;
    if (first.item.kind === 'references') return this.change(items.map(({ item, line }) => toChange(item, line)));
    const outcomes = await this.write(
      'POST',
      items.map(({ item }) => item),
    );
    const existing: Change[] = [];
    for (const [index, { error }] of outcomes.entries()) {
      const { item, line } = items[index] as (typeof items)[number];
      if (!error) this.options.counts.created += 1;
      // The only conflict that names the other item is that of the externalId.
      else if (error.code !== 'CONFLICT' || error.id === undefined) await this.options.failed(line, error);
      else if (this.options.update) existing.push(toChange(item, line));
      else this.options.counts.existing += 1;
    }
    if (existing.length > 0) await this.change(existing);
  }

  private async change(changes: readonly Change[]): Promise<void> {
    const outcomes = await this.write(
      'PUT',
      changes.map(({ line: _line, ...change }) => change),
    );
    for (const [index, { error }] of outcomes.entries()) {
      if (error) await this.options.failed(changes[index]?.line ?? 0, error);
      else this.options.counts.changed += 1;
    }
  }

  private write(method: 'POST' | 'PUT', items: readonly object[]): Promise<WriteResult[]> {
    return this.options.api.data<WriteResult[]>(method, '/content/batch', { items });
  }
}

interface Change {
  externalId: string;
  changes: Record<string, unknown>;
  line: number;
}

function toChange(item: Item, line: number): Change {
  const changes = Object.entries(item).filter(([name]) => !CREATION_FIELDS.includes(name));
  return { externalId: item.externalId, changes: Object.fromEntries(changes), line };
}
