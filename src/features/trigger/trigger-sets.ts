import { LRUCache } from 'lru-cache';
import type { ScopeTransaction } from '../../database/database.ts';
import { withDeadline } from '../../shared/deadline.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import type { Viewer } from '../../access/viewer.ts';
import { KeywordMatcher } from './keyword-matcher.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import type { Trigger } from './trigger.types.ts';

/** The enabled triggers of a site, compiled, in the order in which they are checked. */
export interface TriggerSet {
  keywords: readonly Trigger[];
  matcher: KeywordMatcher;
  intents: readonly Trigger[];
}

const MAX_SITES = 200;

/** Caches the compiled triggers of sites: one small statement per message checks whether the cache is current. */
export class TriggerSets {
  private readonly sets = new LRUCache<string, { version: string; set: Promise<TriggerSet> }>({ max: MAX_SITES });

  async get(viewer: Viewer): Promise<TriggerSet> {
    const siteId = viewer.site.id;
    // Read before the triggers, so that the cached triggers may be newer than their version, never older.
    const version = await readVersion(viewer);
    const cachedSet = this.sets.get(siteId);
    if (cachedSet?.version === version) return cachedSet.set;
    // Shared by several requests, so none of them may abort it.
    const entry = { version, set: withDeadline(undefined, () => readSet(viewer)) };
    this.sets.set(siteId, entry);
    entry.set.catch(() => {
      if (this.sets.peek(siteId) === entry) this.sets.delete(siteId);
    });
    return entry.set;
  }
}

/**
 * Marks the site's triggers as changed for all instances, and locks them until the end of the transaction, so that
 * writes of one site are sequential. A counter is used, because neither clocks nor the commit order reliably show a
 * change.
 */
export async function changeTriggers(tx: ScopeTransaction): Promise<void> {
  await tx.rows(
    `insert into trigger_version (site_id, version) values ($1, 1)
     on conflict (site_id) do update set version = trigger_version.version + 1`,
    [tx.siteId],
  );
}

async function readVersion(viewer: Viewer): Promise<string> {
  const row = await viewer.scope.row<{ version: string }>(
    'select version::text from trigger_version where site_id = $1',
    [viewer.site.id],
  );
  return row?.version ?? '0';
}

const { c } = triggers;
const SELECT_ENABLED = triggers.select(`where ${c.siteId} = $1 and ${c.enabled} order by -${c.priority}, ${c.id}`);

async function readSet(viewer: Viewer): Promise<TriggerSet> {
  const rows = await viewer.scope.rows(SELECT_ENABLED, [viewer.site.id]);
  const enabled = rows.map(toTrigger);
  const keywords = enabled.filter(({ type }) => type === 'keyword');
  return {
    keywords,
    matcher: await loopScheduler.run(
      viewer.site.id,
      KeywordMatcher.build(keywords.map(({ trigger }) => trigger.value)),
    ),
    intents: enabled.filter(({ type }) => type === 'intent'),
  };
}
