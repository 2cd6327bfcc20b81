import { LRUCache } from 'lru-cache';
import type { ScopeTransaction } from '../../database/database.ts';
import { withDeadline } from '../../shared/deadline.ts';
import type { Viewer } from '../access/viewer.ts';
import { KeywordMatcher } from './keyword-matcher.ts';
import { toTrigger, triggers } from './trigger.rows.ts';
import type { Trigger } from './trigger.types.ts';

/** The enabled triggers of a site, in the order in which they are checked, ready to match. */
export interface TriggerSet {
  keywords: readonly Trigger[];
  matcher: KeywordMatcher;
  intents: readonly Trigger[];
}

const MAX_SITES = 200;

/** Compiled once per change: one small statement a message says whether what is remembered still holds. */
export class TriggerSets {
  private readonly sets = new LRUCache<string, { version: string; set: Promise<TriggerSet> }>({ max: MAX_SITES });

  async of(viewer: Viewer): Promise<TriggerSet> {
    const siteId = viewer.site.id;
    // Read before the triggers are: what is remembered may be newer than its version, never older.
    const version = await readVersion(viewer);
    const known = this.sets.get(siteId);
    if (known?.version === version) return known.set;
    // Shared with other requests, so that none of them may end it.
    const entry = { version, set: withDeadline(undefined, () => readSet(viewer)) };
    this.sets.set(siteId, entry);
    entry.set.catch(() => {
      if (this.sets.peek(siteId) === entry) this.sets.delete(siteId);
    });
    return entry.set;
  }
}

/**
 * Tells every instance that the site's triggers change with this transaction, and holds them until its end: writes of one
 * site come one after the other. A counter, as neither clocks nor the order of commits can be trusted to show a change.
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
const IN_ORDER = triggers.select(`where ${c.siteId} = $1 and ${c.enabled} order by -${c.priority}, ${c.id}`);

async function readSet(viewer: Viewer): Promise<TriggerSet> {
  const rows = await viewer.scope.rows(IN_ORDER, [viewer.site.id]);
  const enabled = rows.map(toTrigger);
  const keywords = enabled.filter(({ type }) => type === 'keyword');
  return {
    keywords,
    matcher: new KeywordMatcher(keywords.map(({ trigger }) => trigger.value)),
    intents: enabled.filter(({ type }) => type === 'intent'),
  };
}
