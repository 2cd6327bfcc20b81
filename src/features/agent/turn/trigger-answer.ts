import type { Viewer } from '../../../access/viewer.ts';
import { readItems } from '../../reference/reference.loaders.ts';
import { hasWebUrl, readActionTarget } from '../../trigger/client-action.ts';
import type { ClientAction, Trigger } from '../../trigger/trigger.types.ts';
import type { TriggerSet } from '../../trigger/trigger-sets.ts';
import { readableVideoIds } from '../../video/named-videos.rows.ts';
import type { TurnTrace } from './trace.ts';

/**
 * A trigger's actions, with the one that opens its content first. Ids of content and videos of this site are verified: an
 * action with what is deleted, or with what the viewer cannot read, is removed. Other ids are left to the client. An
 * action with a URL that would not be accepted today is removed as well.
 */
export async function triggerActions(viewer: Viewer, { response, actions }: Trigger): Promise<ClientAction[]> {
  const stored: ClientAction[] = [
    ...(response.contentId === null
      ? []
      : [{ type: 'open_content' as const, payload: { contentId: response.contentId } }]),
    ...actions.toSorted((a, b) => (b.priority ?? 0) - (a.priority ?? 0)),
  ];
  const all = stored.filter(hasWebUrl);
  const ids = all.flatMap((action) => readActionTarget(action) ?? []);
  const videos = all.flatMap((action) => (action.type === 'play_video' ? (readActionTarget(action) ?? []) : []));
  const [seen, readable] = await Promise.all([readItems(viewer, ids), readableVideoIds(viewer, videos)]);
  return all.filter((action) => {
    const id = readActionTarget(action);
    if (id === null || seen.get(id)?.access.granted === true) return true;
    return action.type === 'play_video' && readable.has(id);
  });
}

/** The first keyword trigger that a message matches. */
export function matchKeyword(triggers: TriggerSet, message: string, trace: TurnTrace): Trigger | null {
  const matches = triggers.matcher.match(message).flatMap((index) => triggers.keywords[index] ?? []);
  trace.keywordTriggers = {
    checked: triggers.keywords.length,
    matched: matches.map(({ id, trigger }, index) => ({ id, value: trigger.value, fired: index === 0 })),
  };
  return matches[0] ?? null;
}
