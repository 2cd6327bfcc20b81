import { expression, table } from '../../../database/table.ts';
import { notFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ChatFeedbackEntity, ChatSessionEntity, ChatTurnEntity } from '../agent.entity.ts';
import { type ChatFeedback, ChatFeedbackInput } from './chat-feedback.types.ts';

const { c: s } = table(ChatSessionEntity, 's');
const { c: t } = table(ChatTurnEntity, 't');
const feedback = table(ChatFeedbackEntity, 'f', {
  only: ['rating', 'comment', 'createdAt', 'updatedAt'],
  add: { messageId: expression<string>('f.turn_id') },
});

/** $1 the site, $2 the key of the session, $3 the user, $4 the turn. A session with an owner is that user's alone. */
const RATE = feedback.statement(
  (columns) => `insert into chat_feedback as f (turn_id, session_id, site_id, rating, comment, created_at, updated_at)
    select ${t.id}, ${s.id}, ${s.siteId}, $5, $6, now(), now()
    from chat_session s join chat_turn t on ${t.sessionId} = ${s.id}
    where ${s.siteId} = $1 and ${s.key} = $2 and (${s.userId} is null or ${s.userId} = $3) and ${t.id} = $4
    on conflict (turn_id) do update set rating = excluded.rating, comment = excluded.comment,
      updated_at = case when (f.rating, f.comment) is distinct from (excluded.rating, excluded.comment)
        then excluded.updated_at else f.updated_at end
    returning ${columns}`,
);

/**
 * Rates an answer of a session that the viewer can read, in place of its previous rating.
 * @throws ServiceError 404, the same for an unknown message as for one of another user
 */
export async function rateMessage(viewer: Viewer, input: ChatFeedbackInput): Promise<ChatFeedback> {
  const { sessionId, messageId, rating, comment } = input;
  if (!isId(messageId)) throw notFound('Message');
  const [rated] = await viewer.scope.change(RATE, [
    viewer.site.id,
    sessionId,
    viewer.user?.uid ?? null,
    messageId,
    rating,
    comment || null,
  ]);
  if (!rated) throw notFound('Message');
  return { ...rated, sessionId };
}
