import { expect } from 'vitest';
import type { Received } from '../../features/webhook/receiver.ts';
import type { Client } from './client.ts';
import type { EditedItem, Written } from './edited-item.ts';
import type { Editors } from './editors.ts';
import { forAll } from './reconcile.ts';

interface VersionSummary {
  revision: number;
  changedAfter: string[];
}

/** The item as it is; null if it is deleted. */
export async function itemNow(client: Client, item: EditedItem): Promise<Written | null> {
  const answer = await client.call<Written>('GET', `/content/${item.id}`);
  if (answer?.status === 404) return null;
  expect(answer?.status).toBe(200);
  return answer?.data ?? null;
}

/**
 * Every revision is there once, those that were answered with the values that were answered, and a version names what
 * the next one changed. Only calls that were cut off, and schedules, have made others.
 */
export async function expectHistoryToReplay(client: Client, editors: Editors): Promise<void> {
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    if (!current) return;
    let unanswered = 0;
    expect(item.lastRevision, item.word).toBeLessThanOrEqual(current.revision);
    const versions = await versionsOf(client, item);
    const kept = new Map([...versions, current].map((version) => [version.revision, version]));
    for (const revision of ascending(current.revision)) {
      const answered = item.revisions.get(revision);
      // What an item had before it was restored from the trash is what it has after.
      let same = revision;
      while (!kept.has(same) && item.isRestored(same + 1)) same += 1;
      const found = kept.get(same);
      if (!answered) unanswered += 1;
      else if (found) expect(stateOf(found), `${item.word} ${revision}`).toEqual(stateOf(answered));
      else throw new Error(`Revision ${revision} of ${item.word} is lost`);
    }
    expect(unanswered, `${item.word} has revisions that nobody made`).toBeLessThanOrEqual(item.unanswered);
    for (const [index, { changedAfter }] of versions.entries()) {
      const [before, after] = [versions[index]!, versions[index + 1] ?? current];
      const changed = (['content', 'status', 'title'] as const).filter((name) => before[name] !== after[name]);
      const named = changedAfter.filter((name) => ['content', 'status', 'title'].includes(name));
      expect(named.toSorted(), `${item.word} after ${before.revision}`).toEqual(changed);
    }
  });
}

/** Searches of visitors find an item by its word if it is published, as it is, and else nothing of it. */
export async function expectSearchToEqualPublished(client: Client, visitor: Client, editors: Editors): Promise<void> {
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    const expected = current?.status === 'published' ? [[current.title, current.content]] : [];
    expect(await foundOf(visitor, item), item.word).toEqual(expected);
  });
}

/** The texts and titles that a search finds of an item, by its word. */
export async function foundOf(client: Client, item: EditedItem, input: object = {}): Promise<[string, string][]> {
  const body = { query: item.word, maxResults: 20, ...input };
  const answer = await client.call<{ results: Hit[] }>('POST', '/rag/search', body);
  expect(answer?.status).toBe(200);
  const found = answer!.data.results.filter(({ content }) => content.includes(`${item.word}.`));
  return found.map(({ content, metadata }) => [metadata.title, content]);
}

interface Hit {
  content: string;
  metadata: { title: string };
}

/** Of each item, first arrivals are in the order of its revisions; every revision has an event, and the last ones say what it is. */
export async function expectEventsOf(client: Client, editors: Editors, received: readonly Received[]): Promise<void> {
  const ids = new Set<string>();
  const events = received.filter(({ headers }) => {
    const id = headers['webhook-id'] ?? '';
    return !ids.has(id) && ids.add(id);
  });
  const ofItems = Map.groupBy(events, ({ event }) => event.data['id']);
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    const own = (ofItems.get(item.id) ?? []).map(({ event }) => event);
    const revisions = own.map(({ data }) => Number(data['revision']));
    expect(revisions, item.word).toEqual(revisions.toSorted((one, other) => one - other));
    const last = (names: string[]) => own.findLast(({ type }) => names.includes(type))?.type;
    expect(last(['content.created', 'content.deleted'])).toBe(current ? 'content.created' : 'content.deleted');
    const isPublic = current?.status === 'published';
    const visibility = last(['content.published', 'content.unpublished', 'content.deleted']);
    expect(visibility === 'content.published', `${item.word} ${visibility}`).toBe(isPublic);
    if (current) expect([...new Set(revisions)]).toEqual(ascending(current.revision));
  });
}

/** The versions of an item before the current one, in order. */
export async function versionsOf(client: Client, item: EditedItem): Promise<(Written & VersionSummary)[]> {
  const all: VersionSummary[] = [];
  for (;;) {
    const path = `/content/${item.id}/versions?limit=100&offset=${all.length}`;
    const page = (await client.call<VersionSummary[]>('GET', path))?.data ?? [];
    all.push(...page);
    if (page.length < 100) break;
  }
  return Promise.all(
    all.toReversed().map(async ({ revision, changedAfter }) => {
      const answer = await client.call<{ values: Written }>('GET', `/content/${item.id}/versions/${revision}`);
      expect(answer?.status, `revision ${revision} of ${item.word}`).toBe(200);
      return { ...answer!.data.values, revision, changedAfter };
    }),
  );
}

function stateOf({ title, content, status }: Written): Pick<Written, 'title' | 'content' | 'status'> {
  return { title, content, status };
}

function ascending(length: number): number[] {
  return Array.from({ length }, (_, index) => index + 1);
}
