import type { Viewer } from '../access/viewer.ts';
import { targetOf } from './client-action.ts';
import type { Trigger } from './trigger.types.ts';

const EXISTING = `select id from unnest($2::uuid[]) named(id)
  where exists (select from content_item i where i.site_id = $1 and i.id = named.id and i.status = 'published')
    or exists (select from video v where v.site_id = $1 and named.id in (v.id, v.asset_id))
    or exists (select from video_job j where j.site_id = $1 and j.id = named.id)`;

/** Above it, those of the last triggers count as existing. */
const MAX_TARGETS = 20_000;

/** Ids of content and videos that the actions of triggers open and that no visitor can open, whatever they may read. */
export async function missingTargets(viewer: Viewer, triggers: readonly Trigger[]): Promise<Set<string>> {
  const targets = [...new Set(triggers.flatMap(targetsOf))].slice(0, MAX_TARGETS);
  if (targets.length === 0) return new Set();
  const rows = await viewer.teaserScope.rows<{ id: string }>(EXISTING, [viewer.site.id, targets]);
  const existing = new Set(rows.map(({ id }) => id));
  return new Set(targets.filter((id) => !existing.has(id)));
}

/** The ids that the agent checks before it sends the actions. */
export function targetsOf({ response, actions }: Trigger): string[] {
  const opened = targetOf({ type: 'open_content', payload: { contentId: response.contentId } });
  return [...new Set([opened, ...actions.map(targetOf)].filter((id) => id !== null))];
}
