import { LRUCache } from 'lru-cache';
import type { Viewer } from '../access/viewer.ts';
import { KeywordMatcher } from './keyword-matcher.ts';
import { TRIGGER_COLUMNS, type TriggerRow, shown } from './trigger.rows.ts';
import type { Trigger } from './trigger.types.ts';

/** The enabled triggers of a site, in the order in which they are checked, ready to match. */
export interface TriggerSet {
  keywords: readonly Trigger[];
  matcher: KeywordMatcher;
  intents: readonly Trigger[];
}

const MOST_SITES = 200;

/** Compiled once per change: one small statement a message says whether what is remembered still holds. */
export class TriggerSets {
  private readonly sets = new LRUCache<string, { version: string; set: TriggerSet }>({ max: MOST_SITES });

  async of(viewer: Viewer): Promise<TriggerSet> {
    const version = await readVersion(viewer);
    const known = this.sets.get(viewer.site.id);
    if (known?.version === version) return known.set;
    const rows = await viewer.scope.rows<TriggerRow>(
      `select ${TRIGGER_COLUMNS} from trigger t where t.site_id = $1 and t.enabled
       order by t.priority desc, t.created_at, t.id`,
      [viewer.site.id],
    );
    const set = compile(rows.map(shown));
    this.sets.set(viewer.site.id, { version, set });
    return set;
  }
}

function compile(triggers: readonly Trigger[]): TriggerSet {
  const keywords = triggers.filter(({ type }) => type === 'keyword');
  return {
    keywords,
    matcher: new KeywordMatcher(keywords.map(({ trigger }) => trigger.value)),
    intents: triggers.filter(({ type }) => type === 'intent'),
  };
}

async function readVersion(viewer: Viewer): Promise<string> {
  const row = await viewer.scope.row<{ version: string }>(
    `select count(*) || ' ' || coalesce(max(updated_at)::text, '') as version from trigger where site_id = $1`,
    [viewer.site.id],
  );
  return row?.version ?? '';
}
