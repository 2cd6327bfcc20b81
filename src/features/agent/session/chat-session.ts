import { Field, ID, ObjectType } from 'type-graphql';
import { Cost } from '../../../api/cost.ts';
import { DateTime, GraphQLJSONObject } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ChatAnswer } from '../agent.types.ts';
import { findSession } from './session.ts';
import { readStoredSession } from './stored-turns.ts';
import { readableAnswer, readableTrace } from './redaction.ts';

@Visible('guarded')
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

@Visible('guarded')
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
  return { id: session.key, summary: stored.summary?.text ?? null, turns };
}
