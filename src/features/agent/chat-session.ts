import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTime, GraphQLJSONObject } from '../../graphql/scalars.ts';
import { notFound } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import { ChatAnswer } from './agent.types.ts';
import { findSession } from './session.service.ts';
import { readStoredSession } from './stored-turns.ts';
import { readableAnswer, readableTrace } from './withheld-turn.ts';

@ObjectType({ description: 'What was said and answered once.', simpleResolvers: true })
export class ChatTurn {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'What the visitor said.' })
  message!: string;

  @Field(() => ChatAnswer, {
    description:
      'What was answered. Where isWithheld, the message says only that, toolCalls have names alone, and there are no citations and actions.',
  })
  answer!: ChatAnswer;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'How the answer came about: keywordTriggers, persona, queries, candidates with scores, documents, prompt, rounds, finish, toolCalls, intent, citations, actions, tokens, steps with milliseconds. Null once it was forgotten; without titles, texts and tool calls where isWithheld.',
  })
  trace!: Record<string, unknown> | null;

  @Field(() => Boolean, {
    description:
      'The answer was made from a source that you may not see now, or that is gone, or follows one that was. It is checked at every read.',
  })
  isWithheld!: boolean;

  @Field(() => DateTime, { description: 'When it was answered.' })
  createdAt!: string;
}

@ObjectType({ description: 'A conversation.', simpleResolvers: true })
export class ChatSession {
  @Field(() => ID, { description: 'The sessionId.' })
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'What its older turns were about; null also where you may not see all that it was made from.',
  })
  summary!: string | null;

  @Field(() => [ChatTurn], { description: 'Its last 200 turns, oldest first.' })
  turns!: ChatTurn[];
}

@ObjectType({ description: 'What was used of one model on one day.', simpleResolvers: true })
export class ModelUsage {
  @Field(() => String, { description: 'Day in UTC, `YYYY-MM-DD`.' })
  day!: string;

  @Field(() => String, { description: 'The model.' })
  model!: string;

  @Field(() => Int, { description: 'Turns that used it.' })
  turns!: number;

  @Field(() => Int, { description: 'Tokens it read.' })
  inputTokens!: number;

  @Field(() => Int, { description: 'Tokens it wrote.' })
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

/** GraphQL's integers end here. */
const MOST = 2 ** 31 - 1;

export async function readUsage(viewer: Viewer): Promise<ModelUsage[]> {
  return viewer.scope.rows<ModelUsage>(
    `select day::text as day, model, turns, least(input_tokens, ${MOST})::int as "inputTokens",
       least(output_tokens, ${MOST})::int as "outputTokens"
     from model_usage where site_id = $1 and day > (now() at time zone 'UTC')::date - 90
     order by day desc, model limit 1000`,
    [viewer.site.id],
  );
}
