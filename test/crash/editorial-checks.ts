import { expect } from 'vitest';
import type { Received } from '../features/webhook/receiver.ts';
import type { Client } from './client.ts';
import type { EditedItem, Editors, Written } from './editors.ts';
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
 * the next one changed. Only calls that were cut off have made others.
 */
export async function expectHistoryToReplay(client: Client, editors: Editors): Promise<void> {
  let unanswered = 0;
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    if (!current) return;
    const summaries = await versionsOf(client, item);
    expect(item.lastRevision, item.word).toBeLessThanOrEqual(current.revision);
    const versions = await Promise.all(summaries.map(({ revision }) => versionOf(client, item, revision)));
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
    for (const [index, { changedAfter }] of summaries.entries()) {
      const [before, after] = [versions[index]!, versions[index + 1] ?? current];
      const changed = (['status', 'title'] as const).filter((name) => before[name] !== after[name]);
      expect(changedAfter.filter((name) => name === 'status' || name === 'title')).toEqual(changed);
    }
  });
  expect(unanswered).toBeLessThanOrEqual(editors.cutOff);
}

/** Searches of visitors find an item by its word if it is published, with its current title, and else nothing of it. */
export async function expectSearchToEqualPublished(client: Client, visitor: Client, editors: Editors): Promise<void> {
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    const body = { query: item.word, maxResults: 20 };
    const answer = await visitor.call<{ results: Hit[] }>('POST', '/rag/search', body);
    const found = answer?.data.results.filter(({ content }) => content.includes(`${item.word}.`)) ?? [];
    const titles = found.map(({ metadata }) => metadata.title);
    expect(titles, item.word).toEqual(current?.status === 'published' ? [current.title] : []);
  });
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

async function versionsOf(client: Client, item: EditedItem): Promise<VersionSummary[]> {
  const all: VersionSummary[] = [];
  for (;;) {
    const path = `/content/${item.id}/versions?limit=100&offset=${all.length}`;
    const page = (await client.call<VersionSummary[]>('GET', path))?.data ?? [];
    all.push(...page);
    if (page.length < 100) return all.toReversed();
  }
}

async function versionOf(client: Client, item: EditedItem, revision: number): Promise<Written> {
  const answer = await client.call<{ values: Written }>('GET', `/content/${item.id}/versions/${revision}`);
  expect(answer?.status, `revision ${revision} of ${item.word}`).toBe(200);
  return { ...answer!.data.values, revision };
}

function stateOf({ title, status }: Written): Pick<Written, 'title' | 'status'> {
  return { title, status };
}

function ascending(length: number): number[] {
  return Array.from({ length }, (_, index) => index + 1);
}
