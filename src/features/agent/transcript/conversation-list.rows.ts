import { type TableRow, expression, orNull, table } from '../../../database/table.ts';
import { Where } from '../../../database/where.ts';
import { badRequest } from '../../../shared/errors.ts';
import { fold } from '../../../text/folding.ts';
import { ChatAnswerEntity, ChatFeedbackEntity, ChatSessionEntity, ChatTurnEntity } from '../agent.entity.ts';
import type { ChatSessionFilter, ChatTranscriptTurn } from './conversation-list.types.ts';

const MAX_TURNS = 200;
const MIN_TEXT_LENGTH = 3;

/** Sessions `s` with what is counted of their turns. */
export const sessions = table(ChatSessionEntity, 's', {
  only: ['id', 'userId', 'createdAt', 'updatedAt'],
  add: {
    sessionId: expression<string>('s.key'),
    firstMessage: expression<string>("coalesce(first.message, '')"),
    turns: expression<number>('counted.turns'),
    unanswered: expression<number>('counted.unanswered'),
    failedTools: expression<number>('counted.failed_tools'),
    ratedUp: expression<number>('rated.up'),
    ratedDown: expression<number>('rated.down'),
  },
  join: `left join lateral (
      select left(t.message, 300) as message from chat_turn t where t.session_id = s.id order by t.created_at, t.id limit 1
    ) first on true
    cross join lateral (
      select count(*)::int as turns, (count(*) filter (where t.is_unanswered))::int as unanswered,
        (count(*) filter (where t.has_failed_tool))::int as failed_tools
      from chat_turn t where t.session_id = s.id
    ) counted
    cross join lateral (
      select (count(*) filter (where f.rating = 'up'))::int as up, (count(*) filter (where f.rating = 'down'))::int as down
      from chat_feedback f where f.session_id = s.id
    ) rated`,
});
export const { c: session } = sessions;
export const SESSION_BY_KEY = sessions.select(`where ${session.siteId} = $1 and ${session.key} = $2`);

/** Conditions on `s`. */
export function sessionConditions(siteId: string, filter: ChatSessionFilter): Where {
  const { unanswered, toolFailed, rating, personaId, from, to, text } = filter;
  const where = new Where()
    .equal(session.siteId, siteId)
    .whenPresent(from, (n) => `${session.updatedAt} >= ${n}`)
    .whenPresent(to, (n) => `${session.updatedAt} < ${n}`);
  addCondition(where, unanswered, 't.is_unanswered');
  addCondition(where, toolFailed, 't.has_failed_tool');
  where.whenPresent(
    rating,
    (n) => `${session.id} in (select f.session_id from chat_feedback f where f.site_id = $1 and f.rating = ${n})`,
  );
  if (personaId) {
    const turns = new Where().id('t.persona_id', personaId);
    if (turns.sql === 'false') where.nothing();
    else where.whenPresent(personaId, (n) => turnExists(`t.persona_id = ${n}`));
  }
  return where.whenPresent(text || null ? toPattern(text ?? '') : null, (n) => {
    return `${session.id} in (select m.id from chat_sessions_with(${n}) m)`;
  });
}

function addCondition(where: Where, isRequired: boolean | null | undefined, condition: string): void {
  if (isRequired === true) where.and(() => turnExists(condition));
  if (isRequired === false) where.and(() => `not ${turnExists(condition)}`);
}

/** $1 is the site: with it, the index of the condition is used. */
function turnExists(condition: string): string {
  return `exists (select from chat_turn t where t.site_id = $1 and t.session_id = ${session.id} and ${condition})`;
}

function toPattern(text: string): string {
  const folded = fold(text.trim());
  // Fewer have no trigram, so that every message of the site would be read.
  if (folded.length < MIN_TEXT_LENGTH) {
    throw badRequest('filter.text', `filter.text must have at least ${MIN_TEXT_LENGTH} characters`);
  }
  return `%${folded.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

const { c: a } = table(ChatAnswerEntity, 'a');
const { c: f } = table(ChatFeedbackEntity, 'f');
const turns = table(ChatTurnEntity, 't', {
  only: ['id', 'message', 'redactedAnswer', 'personaId', 'isUnanswered', 'hasFailedTool', 'createdAt'],
  add: {
    answer: orNull(a.answer),
    trace: a.trace,
    rating: orNull(f.rating),
    comment: f.comment,
    ratedAt: orNull(f.createdAt),
    ratingChangedAt: orNull(f.updatedAt),
  },
  join: 'left join chat_answer a on a.turn_id = t.id left join chat_feedback f on f.turn_id = t.id',
});
export const LAST_TURNS = turns.select(
  `where t.session_id = $1 order by t.created_at desc, t.id desc limit ${MAX_TURNS}`,
);

export function toTranscriptTurn(row: TableRow<typeof turns>, sessionId: string): ChatTranscriptTurn {
  const { answer, redactedAnswer, rating, comment, ratedAt, ratingChangedAt, ...turn } = row;
  return {
    ...turn,
    answer: { ...(answer ?? { ...redactedAnswer, message: '', actions: null, citations: null }), messageId: turn.id },
    feedback:
      rating === null
        ? null
        : {
            sessionId,
            messageId: turn.id,
            rating,
            comment,
            createdAt: ratedAt ?? '',
            updatedAt: ratingChangedAt ?? '',
          },
  };
}
