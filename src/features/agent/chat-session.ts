import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Cost } from '../../graphql/cost.ts';
import { expression, table } from '../../database/table.ts';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { notFound } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import { ModelUsageEntity } from './agent.entity.ts';
import { ChatAnswer } from './agent.types.ts';
import { findSession } from './session.service.ts';
import { readStoredSession } from './stored-turns.ts';
import { readableAnswer, readableTrace } from './withheld-turn.ts';

@ObjectType({ description: 'A message and its answer.', simpleResolvers: true })
export class ChatTurn {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Message of the user.' })
  message!: string;

  @Field(() => ChatAnswer, {
    description:
      'Answer of the agent. If isWithheld is true, the message is a placeholder, toolCalls contain names only, and citations and actions are null.',
  })
  answer!: ChatAnswer;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'Debug trace of the answer: keywordTriggers, persona, queries, candidates with scores, documents, prompt, rounds, finish, toolCalls, intent, citations (given, kept, dropped by reason), droppedCitations, actions, tokens, steps with milliseconds. Null after it was deleted; without titles, texts and tool calls if isWithheld is true.',
  })
  trace!: Record<string, unknown> | null;

  @Field(() => Boolean, {
    description:
      'Whether the answer is withheld because it, or an earlier answer that it follows, was made from a source that was deleted or that the viewer cannot read. Checked at every read.',
  })
  isWithheld!: boolean;

  @Field(() => DateTime, { description: 'When the answer was stored.' })
  createdAt!: string;
}

@ObjectType({ description: 'A chat session.', simpleResolvers: true })
export class ChatSession {
  @Field(() => ID, { description: 'Id of the session.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Summary of the older turns; null if there is none, or if the viewer cannot read every source it was made from.',
  })
  summary!: string | null;

  @Cost({ size: 200 })
  @Field(() => [ChatTurn], { description: 'The last 200 turns, oldest first.' })
  turns!: ChatTurn[];
}

@ObjectType({ description: 'Usage of a model on one day.', simpleResolvers: true })
export class ModelUsage {
  @Field(() => String, { description: 'Day in UTC, `YYYY-MM-DD`.' })
  day!: string;

  @Field(() => String, { description: 'Name of the model.' })
  model!: string;

  @Field(() => Int, { description: 'Number of turns that used the model.' })
  turns!: number;

  @Field(() => Int, { description: 'Input tokens.' })
  inputTokens!: number;

  @Field(() => Int, { description: 'Output tokens.' })
  outputTokens!: number;
}

export async function readSession(viewer: Viewer, key: string): Promise<ChatSession> {
  const session = await findSession(viewer, key);
  if (session.isNew) throw notFound('Session');
  const stored = await readStoredSession(viewer, session.id, 'all');
  const turns = stored.turns.map((turn) => ({
    id: turn.id,
    message: turn.message,
    answer: readableAnswer(turn),
    trace: readableTrace(turn, stored),
    isWithheld: turn.answer === null,
    createdAt: turn.createdAt,
  }));
  return { id: session.key, summary: stored.summary, turns };
}

/** Maximum of GraphQL's integers. */
const MAX_INT = 2 ** 31 - 1;

const usage = table(ModelUsageEntity, 'u', {
  only: ['model', 'turns'],
  add: {
    day: expression<string>('u.day::text'),
    inputTokens: expression<number>(`least(u.input_tokens, ${MAX_INT})::int`),
    outputTokens: expression<number>(`least(u.output_tokens, ${MAX_INT})::int`),
  },
});
const LAST_90_DAYS = usage.select(
  `where u.site_id = $1 and u.day > (now() at time zone 'UTC')::date - 90 order by u.day desc, u.model limit 1000`,
);

export async function readUsage(viewer: Viewer): Promise<ModelUsage[]> {
  return viewer.scope.rows(LAST_90_DAYS, [viewer.site.id]);
}
