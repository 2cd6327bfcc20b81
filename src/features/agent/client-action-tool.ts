import type { ModelTool } from '../../ports/language-model.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../access/viewer.ts';
import { itemsSeen } from '../reference/reference.loaders.ts';
import type { ClientAction } from '../trigger/client-action.ts';

/** The one tool of the agent's own: it proposes that the client shows something of the site. */
export const SUGGEST_ACTION = 'suggest_action';

/** What the model may propose: only what names content of the site, which is checked. The rest is for triggers. */
const PROPOSABLE = { open_content: 'contentId', show_product: 'productId', play_video: 'videoId' } as const;
type Proposable = keyof typeof PROPOSABLE;

const MOST_ACTIONS = 3;

export const suggestActionTool: ModelTool = {
  name: SUGGEST_ACTION,
  description:
    'Proposes to show the visitor a content item, product or video of this site that you were given. Use it only for an id that stands in a document or in the visitor’s context.',
  parameters: {
    type: 'object',
    properties: {
      type: { type: 'string', enum: Object.keys(PROPOSABLE), description: 'What to do.' },
      id: { type: 'string', description: 'Id of the content item.' },
      timestamp: { type: 'number', description: 'For play_video: where to start, in seconds.' },
      label: { type: 'string', description: 'Text of the button, at most 60 characters.' },
    },
    required: ['type', 'id'],
  },
};

/**
 * The proposals that hold: of a type that the model may propose, for an item that exists, that the viewer may see, and
 * that the model was given. Whatever else the model wrote is dropped.
 */
export async function checkProposals(
  viewer: Viewer,
  proposals: readonly unknown[],
  given: ReadonlySet<string>,
): Promise<ClientAction[]> {
  const read = proposals.flatMap((proposal) => readProposal(proposal) ?? []);
  const known = read.filter(({ id }) => given.has(id) && isId(id));
  const seen = await itemsSeen(
    viewer,
    known.map(({ id }) => id),
  );
  const actions = known.filter(({ id }) => seen.get(id)?.access.granted).map(({ action }) => action);
  return actions.slice(0, MOST_ACTIONS);
}

function readProposal(proposal: unknown): { id: string; action: ClientAction } | null {
  const { type, id, timestamp, label } = (proposal ?? {}) as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(PROPOSABLE, type) || typeof id !== 'string') return null;
  const payload: Record<string, unknown> = { [PROPOSABLE[type as Proposable]]: id };
  if (type === 'play_video' && typeof timestamp === 'number' && timestamp >= 0) payload['timestamp'] = timestamp;
  const action: ClientAction = { type: type as Proposable, payload };
  if (typeof label === 'string' && label.trim() !== '') action.label = label.trim().slice(0, 60);
  return { id, action };
}
