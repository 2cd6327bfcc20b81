import { badRequest } from '../../../shared/errors.ts';
import { NO_ID } from '../../../shared/ids.ts';
import { pageBounds } from '../../../database/pagination.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { FEED_START, assertCursorValid, decodeCursor, encodeCursor } from './change-cursor.ts';
import { ChangeWatch } from './change-watch.ts';
import {
  type ChangeRow,
  type Feed,
  type FeedPosition,
  type FeedRow,
  beginFeed,
  readBound,
  readChanges,
  readHead,
} from './content-change.rows.ts';
import type { ChangedContent, ChangedContentPage } from './content-change.types.ts';

/** The wait stays below the deadline of a request. */
export const MAX_WAIT_SECONDS = 20;
export const CHANGE_PAGES = { default: 100, max: 500 };
/** Rows of a page with those that the caller cannot see; more than the longest page. */
const MAX_EXAMINED = 5_000;

interface ChangeRequest {
  /** Cursor of the previous call; null: from the beginning. */
  since?: string | null | undefined;
  limit?: number | null | undefined;
  /** Seconds to wait for a change if there is none. */
  wait?: number | null | undefined;
  signal?: AbortSignal | undefined;
}

/** The changes of a site's content, from which a caller keeps a copy of what it can read. See decision 127. */
export class ContentChangeService {
  private readonly watch = new ChangeWatch();

  /** Waits for a change if there is none, for up to `wait` seconds. Errors as of `page`. */
  async list({ liveViewer: viewer }: Viewer, { wait, signal, ...request }: ChangeRequest): Promise<ChangedContentPage> {
    const seconds = Math.min(wait ?? 0, MAX_WAIT_SECONDS);
    if (seconds < 0) throw badRequest('wait', 'wait must be at least 0');
    if (seconds === 0) return this.page(viewer, request);
    const deadline = performance.now() + seconds * 1_000;
    for (;;) {
      const head = await readHead(viewer.unrestricted('count'));
      const page = await this.page(viewer, request);
      const remainingMs = deadline - performance.now();
      if (page.items.length > 0 || page.hasMore || remainingMs <= 0) {
        // Items that were read before this call may have changed.
        viewer.forget();
        return page;
      }
      await this.watch.wait(viewer.unrestricted('count'), head, remainingMs, signal);
    }
  }

  /**
   * Reads a page of changes. It has only those of transactions before the oldest open one: a change that commits later
   * is later in the order, too, so that no cursor is behind it.
   * @throws ServiceError 400 for a cursor of another site, database or caller
   */
  private async page(viewer: Viewer, { since, limit: pageSize }: ChangeRequest): Promise<ChangedContentPage> {
    const { limit } = pageBounds({ limit: pageSize }, CHANGE_PAGES);
    const after = isCursor(since) ? decodeCursor(since) : null;
    const { feed, rows, bound } = await this.read(viewer, after ?? FEED_START, limit + 1);
    const owner = { feed: feed.feed, entitlement: viewer.entitlement };
    if (isCursor(since)) assertCursorValid(since, owner, feed.now);
    const start = after?.start ?? feed.horizon;
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    const rest = last ? { position: last.position, id: last.changeId } : bound;
    const end = rest ?? { position: feed.horizon, id: NO_ID };
    return {
      items: page.filter((row) => isListed(row, start)).map(toChange),
      cursor: encodeCursor({ ...end, start, issuedAt: feed.now }, owner),
      hasMore: rest !== null,
    };
  }

  /** Looks at many rows for a caller who sees few of them, but not at all. `bound`: where it stopped. */
  private async read(viewer: Viewer, after: FeedPosition, limit: number) {
    const visibility = viewer.entitlement.seesUnpublished ? 'all' : 'published';
    let lookedAt = limit;
    for (;;) {
      const bound = await readBound(viewer.unrestricted('count'), visibility, after, lookedAt);
      const changes = await readChanges(viewer.scope, visibility, { after, bound, limit });
      const [first] = changes;
      if (!first) throw new Error('The feed was not read');
      if (first.feed === null || !first.isCurrent) {
        await beginFeed(viewer.unrestricted('write'));
        continue;
      }
      const rows = changes.filter(isChange);
      if (bound === null || rows.length === limit || lookedAt === MAX_EXAMINED)
        return { feed: { ...first, feed: first.feed }, rows, bound };
      lookedAt = MAX_EXAMINED;
    }
  }
}

function isCursor(since: string | null | undefined): since is string {
  return since !== null && since !== undefined;
}

function isChange(row: FeedRow): row is Feed & ChangeRow {
  return row.changeId !== null;
}

/** Returns whether a change is listed. Items that were hidden before the copy was begun are not in it. */
function isListed({ revision, position }: ChangeRow, start: string): boolean {
  return revision !== null || BigInt(position) >= BigInt(start);
}

function toChange({ changeId, type, revision, changedAt, isNew }: ChangeRow): ChangedContent {
  const change = revision === null ? 'deleted' : isNew ? 'created' : 'updated';
  return { id: changeId, type, change, revision, changedAt };
}
