import { expect } from 'vitest';
import type { Client } from './client.ts';
import type { DraftValues, EditedItem } from './edited-item.ts';
import { foundOf, itemNow, versionsOf } from './editorial-checks.ts';
import type { Editors } from './editors.ts';
import { forAll } from './reconcile.ts';

interface Draft {
  revision: number;
  values: DraftValues;
}

async function draftNow(client: Client, item: EditedItem): Promise<Draft | null> {
  const answer = await client.call<Draft>('GET', `/content/${item.id}/draft`);
  if (answer?.status === 404) return null;
  expect(answer?.status).toBe(200);
  return answer?.data ?? null;
}

/**
 * The text of a draft is in the versions of its item exactly if it was published, and the draft is there exactly if it was not
 * published, discarded or saved again. Of a call that was cut off, all has happened or nothing.
 */
export async function expectDraftsToHold(client: Client, editors: Editors): Promise<void> {
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    if (!current) return;
    const draft = await draftNow(client, item);
    const live = new Set([current, ...(await versionsOf(client, item))].map(({ content }) => content));
    for (const [revision, values] of item.drafts) {
      const label = `draft ${revision} of ${item.word}`;
      const { published, discarded } = item.draftEnds.get(revision) ?? {};
      const isPublished = live.has(values.content);
      if (published !== 'cut off') expect(isPublished, label).toBe(published === 'answered');
      if (draft?.revision === revision) {
        expect([published, discarded], label).not.toContain('answered');
        expect(draft.values, label).toEqual(values);
        expect(isPublished, label).toBe(false);
      } else {
        const isSavedAgain = item.drafts.has(revision + 1) || item.unansweredDrafts.size > 0;
        expect(isPublished || isSavedAgain || discarded !== undefined, `${label} is lost`).toBe(true);
      }
    }
    if (draft && !item.drafts.has(draft.revision)) expect(item.unansweredDrafts).toContain(draft.values.content);
    for (const content of item.unansweredDrafts) expect(live, item.word).not.toContain(content);
  });
}

/** A search with preview finds the draft in the place of what is live, and what is not published. */
export async function expectPreviewToFindDrafts(client: Client, editors: Editors): Promise<void> {
  await forAll(editors.known, async (item) => {
    const current = await itemNow(client, item);
    const draft = current && (await draftNow(client, item));
    const { title, content } = { ...current, ...draft?.values };
    const expected = current && current.status !== 'archived' ? [[title, content]] : [];
    expect(await foundOf(client, item, { preview: true }), item.word).toEqual(expected);
  });
}

/**
 * What was planned has happened in its order, once and not early. Nothing else writes the status of these items. Where
 * the answer to its plan was cut off, all has happened or nothing.
 */
export async function expectPlansToBeDone(client: Client, editors: Editors): Promise<void> {
  await forAll(
    editors.known.filter(({ plan }) => plan !== null),
    async (item) => {
      const { publishAt, unpublishAt, isAnswered } = item.plan!;
      const current = await itemNow(client, item);
      const statuses = [...(await versionsOf(client, item)), current!].map(({ status }) => status);
      const changes = statuses.filter((status, index) => status !== statuses[index - 1]);
      const planned = ['draft', 'published', ...(unpublishAt === null ? [] : ['draft'])];
      expect(isAnswered || changes.length > 1 ? changes : planned, item.word).toEqual(planned);
      const publishedAt = Date.parse(current?.publishedAt ?? '');
      if (changes.at(-1) === 'published') expect(publishedAt, item.word).toBeGreaterThanOrEqual(Date.parse(publishAt));
    },
  );
}

/** What is scheduled and has not been done, or could not be. */
export async function scheduledNow(client: Client): Promise<unknown[]> {
  return (await client.call<unknown[]>('GET', '/content/schedule?limit=100'))?.data ?? ['no answer'];
}
