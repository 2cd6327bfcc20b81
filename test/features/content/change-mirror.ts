import { vi } from 'vitest';
import type { RestAnswer, TestSite } from '../../support/site.ts';
import { createItem } from './items.ts';

export interface Change {
  _id: string;
  type: string;
  change: 'created' | 'updated' | 'deleted';
  revision: number | null;
  changedAt: string;
  item?: { _id: string; title: string; content: string | null } | null;
}

export interface ChangePage {
  data: Change[];
  cursor: string;
  hasMore: boolean;
}

/** One page over REST; without `since` from the beginning. */
export async function changesOf(by: TestSite, query: { since?: string; limit?: number; items?: boolean } = {}) {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const { status, body } = await by.get<Change[]>(`/content/changes?${parameters.toString()}`);
  return { status, ...(body as unknown as ChangePage & RestAnswer['body']) };
}

const PAGE = `query ($since: String, $limit: Int) { contentChanges(since: $since, limit: $limit) {
  data: items { _id: id type change revision changedAt } cursor hasMore } }`;

async function changesOverGraphQL(by: TestSite, query: { since?: string; limit?: number }): Promise<ChangePage> {
  const { data, errors } = await by.graphql<{ contentChanges: ChangePage | null }>(PAGE, query);
  if (!data?.contentChanges) throw new Error(JSON.stringify(errors));
  return data.contentChanges;
}

/** A copy of what a key can read, kept by following the feed. */
export class Mirror {
  /** Revisions by id. */
  readonly items = new Map<string, number>();
  /** Everything that the feed has said, in its order. */
  readonly seen: Change[] = [];
  cursor: string | undefined;
  private readonly by: TestSite;
  private readonly options: { limit?: number; graphql?: boolean };

  constructor(by: TestSite, options: { limit?: number; graphql?: boolean } = {}) {
    this.by = by;
    this.options = options;
  }

  /** Reads what there is now. */
  async read(): Promise<Change[]> {
    const { limit = 100, graphql = false } = this.options;
    const before = this.seen.length;
    for (;;) {
      const query = { limit, ...(this.cursor === undefined ? {} : { since: this.cursor }) };
      const page = await (graphql ? changesOverGraphQL(this.by, query) : changesOf(this.by, query));
      if (!page.data) throw new Error(JSON.stringify(page));
      for (const change of page.data) this.apply(change);
      this.cursor = page.cursor;
      if (!page.hasMore) return this.seen.slice(before);
    }
  }

  /** Reads until it has everything that was committed before. Transactions of other tests delay the feed. */
  async catchUp(writer: TestSite): Promise<void> {
    const { _id } = await createItem(writer, { status: 'published' });
    await vi.waitUntil(async () => (await this.read(), this.items.has(_id)), { timeout: 20_000 });
  }

  private apply(change: Change): void {
    this.seen.push(change);
    if (change.revision === null) this.items.delete(change._id);
    else this.items.set(change._id, change.revision);
  }
}

/** Revisions by id of everything that a key can list. */
export async function listed(by: TestSite): Promise<Map<string, number>> {
  const items = new Map<string, number>();
  for (let offset = 0; ; offset += 100) {
    const { body } = await by.get<{ _id: string; revision: number }[]>(`/content?limit=100&offset=${offset}`);
    for (const { _id, revision } of body.data) items.set(_id, revision);
    if (body.data.length < 100) return items;
  }
}
