import type { ModelTool } from '../../../ports/language-model.ts';
import { isId } from '../../../shared/ids.ts';
import { storableText } from '../../../shared/storable.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { readItems } from '../../reference/reference.loaders.ts';
import type { ClientAction } from '../../trigger/trigger.types.ts';
import { readableVideoIds } from '../../video/named-videos.rows.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/** The built-in tool of the agent: proposes actions that show content of the site. */
export const SUGGEST_ACTION = 'suggest_action';

/**
 * Actions that the model may propose: only those with content of the site, which is verified. Triggers can have all
 * actions.
 */
const PROPOSABLE = { open_content: 'contentId', show_product: 'productId', play_video: 'videoId' } as const;
type Proposable = keyof typeof PROPOSABLE;

const MAX_ACTIONS = 3;
const LABEL_LENGTH = 60;

export const suggestActionTool: ModelTool = {
  name: SUGGEST_ACTION,
  description:
    'Proposes to show the visitor a content item, product or video of this site. Use it only for an id in the list of what you may propose to show.',
  parameters: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: Object.keys(PROPOSABLE), description: 'Type of the action.' },
      id: { type: 'string', description: 'Id of the content item or video.' },
      timestamp: {
        type: 'number',
        description: 'For play_video: where to start, in seconds; by default at the cited passage.',
      },
      label: { type: 'string', description: `Text of the button, at most ${LABEL_LENGTH} characters.` },
    },
    required: ['type', 'id'],
  },
};

/** The distinct content items and videos of the passages, which the model may name in a proposal. */
export function proposableSources(evidence: readonly Evidence[]): Evidence[] {
  const items = evidence.filter(({ source }) => source === 'content' || source === 'video');
  return [...new Map(items.map((item) => [item.sourceId, item])).values()];
}

/**
 * Valid proposals: an allowed action for a published item or a video that the viewer can read now, and that the model was
 * given. All others are removed.
 * @param watched how the client calls the video that the visitor watches, which it also gets to play it
 */
export async function verifyProposals(
  viewer: Viewer,
  proposals: readonly unknown[],
  evidence: readonly Evidence[],
  watched?: string,
): Promise<ClientAction[]> {
  const sources = new Map(proposableSources(evidence).map((item) => [item.sourceId, item]));
  const candidates = proposals.flatMap((proposal) => readProposal(proposal) ?? []).filter(({ id }) => sources.has(id));
  const isVideo = (id: string) => sources.get(id)?.source === 'video';
  const toIds = (some: typeof candidates) => some.map(({ id }) => id);
  // Read again, because access may have changed while the answer was generated.
  const [seen, videos] = await Promise.all([
    readItems(viewer, toIds(candidates.filter(({ id }) => !isVideo(id)))),
    readableVideoIds(viewer, toIds(candidates.filter(({ id }) => isVideo(id)))),
  ]);
  const readable = candidates.filter(({ id, action }) => {
    if (isVideo(id)) return action.type === 'play_video' && videos.has(id);
    const item = seen.get(id);
    return item?.access.granted === true && item.status === 'published';
  });
  const current = evidence.find(({ isCurrent }) => isCurrent)?.sourceId;
  for (const { id, action } of readable)
    if (id === current && watched !== undefined) action.payload['videoId'] = watched;
  return [...new Map(readable.map(({ id, action }) => [`${action.type} ${id}`, action])).values()].slice(
    0,
    MAX_ACTIONS,
  );
}

function readProposal(proposal: unknown): { id: string; action: ClientAction } | null {
  const { type, id, timestamp, label } = (proposal ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(PROPOSABLE, type) || typeof id !== 'string' || !isId(id)) return null;
  const lower = id.toLowerCase();
  const payload: Record<string, unknown> = { [PROPOSABLE[type as Proposable]]: lower };
  if (type === 'play_video' && typeof timestamp === 'number' && timestamp >= 0) payload['timestamp'] = timestamp;
  const action: ClientAction = { type: type as Proposable, payload };
  const text = typeof label === 'string' ? storableText(label).replaceAll(/\s+/g, ' ').trim() : '';
  if (text !== '') action.label = storableText(text.slice(0, LABEL_LENGTH));
  return { id: lower, action };
}
