import type { ContentStatus } from '../../.generated/graphql.ts';
import { RequestError, request } from '../../data/request.ts';
import { DELETE_CONTENT, UPDATE_CONTENTS } from './content.query.ts';
import { RESTORE_CONTENT } from './trash.query.ts';

export type BulkAction = 'publish' | 'unpublish' | 'delete';

/** As the list showed it when it was selected: with another revision by now it is not changed. */
export interface SelectedItem {
  id: string;
  title: string;
  status: ContentStatus;
  revision: number;
}

export interface BulkFailure {
  item: SelectedItem;
  /** Null: somebody else has changed the item meanwhile. */
  reason: string | null;
}

export interface BulkResult {
  /** As they were before, but with the revision that they have now. */
  done: SelectedItem[];
  failures: BulkFailure[];
}

const TARGETS = { publish: 'published', unpublish: 'draft' } as const;

/** Those that the action changes: the others are as it would make them. */
export function affectedBy(action: BulkAction, items: readonly SelectedItem[]): SelectedItem[] {
  return action === 'delete' ? [...items] : items.filter(({ status }) => status !== TARGETS[action]);
}

export async function runBulk(site: string, action: BulkAction, items: readonly SelectedItem[]): Promise<BulkResult> {
  if (action !== 'delete') return setStatuses(site, items, () => TARGETS[action]);
  return each(items, ({ id, revision }) => request(DELETE_CONTENT, { id, revision }, { site }));
}

/** Gives each item the state back that it had, unless somebody has changed it since. */
export async function undoBulk(site: string, action: BulkAction, items: readonly SelectedItem[]): Promise<BulkResult> {
  if (action !== 'delete') return setStatuses(site, items, ({ status }) => status);
  return each(items, ({ id }) => request(RESTORE_CONTENT, { id }, { site }));
}

async function setStatuses(
  site: string,
  items: readonly SelectedItem[],
  statusOf: (item: SelectedItem) => ContentStatus,
): Promise<BulkResult> {
  const changes = items.map((item) => ({
    id: item.id,
    expectedRevision: item.revision,
    changes: { status: statusOf(item) },
  }));
  const { updateContents } = await request(UPDATE_CONTENTS, { items: changes }, { site });
  const result: BulkResult = { done: [], failures: [] };
  for (const [index, item] of items.entries()) {
    const outcome = updateContents[index];
    if (outcome?.item) result.done.push({ ...item, revision: outcome.item.revision });
    else result.failures.push({ item, reason: reasonOf(outcome?.error ?? {}) });
  }
  return result;
}

/** One after the other, so that a large selection is no burst of requests. */
async function each(
  items: readonly SelectedItem[],
  write: (item: SelectedItem) => Promise<unknown>,
): Promise<BulkResult> {
  const result: BulkResult = { done: [], failures: [] };
  for (const item of items) {
    try {
      await write(item);
      result.done.push(item);
    } catch (error) {
      const first = error instanceof RequestError ? error.errors[0] : undefined;
      result.failures.push({ item, reason: reasonOf(first ?? { message: String(error) }) });
    }
  }
  return result;
}

interface ItemError {
  code?: string;
  message?: string;
  details?: readonly { message: string }[];
}

function reasonOf({ code, message = '', details = [] }: ItemError): string | null {
  if (code === 'PRECONDITION_FAILED') return null;
  const lines = details.length === 0 ? [message] : details.map((detail) => detail.message);
  return lines.map((line) => line.replace(/^customFields\./, '')).join('; ');
}
