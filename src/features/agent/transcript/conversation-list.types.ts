import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { Bounds } from '../../../api/input-bounds.ts';
import { Cost } from '../../../api/cost.ts';
import { createPageType } from '../../../api/page.types.ts';
import { DateTime, GraphQLJSONObject } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import type { ChatRating } from '../agent.entity.ts';
import { ChatAnswer } from '../agent.types.ts';
import { ChatFeedback, ChatRatingEnum } from '../session/chat-feedback.types.ts';

@Visible('admin')
@ObjectType({ description: 'A chat session in a list.', simpleResolvers: true })
export class ChatSessionSummary {
  @Field(() => ID, { description: 'Identifier in lists.' })
  id!: string;

  @Field(() => ID, { description: 'Id of the session, as answers have it.' })
  sessionId!: string;

  @Field(() => String, { nullable: true, description: 'Id of the user; null if the visitor had no token.' })
  userId!: string | null;

  @Field(() => String, { description: 'The first 300 characters of the first message.' })
  firstMessage!: string;

  @Field(() => Int, { description: 'Number of turns.' })
  turns!: number;

  @Field(() => Int, {
    description:
      'Number of unanswered turns: a model answered, and no citation, tool result, action or trigger supports the answer.',
  })
  unanswered!: number;

  @Field(() => Int, { description: 'Number of turns in which the call of a webhook tool failed.' })
  failedTools!: number;

  @Field(() => Int, { description: 'Number of answers that are rated up.' })
  ratedUp!: number;

  @Field(() => Int, { description: 'Number of answers that are rated down.' })
  ratedDown!: number;

  @Field(() => DateTime, { description: 'When the session was started.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the latest turn was stored.' })
  updatedAt!: string;
}

@ObjectType({ description: 'A page of chat sessions, latest first.', simpleResolvers: true })
export class ChatSessionSummaryPage extends createPageType(ChatSessionSummary) {}

@InputType({ description: 'Filter of a list of chat sessions; all conditions must hold, each for at least one turn.' })
export class ChatSessionFilter {
  @Field(() => Boolean, { nullable: true, description: 'Whether the session has an unanswered turn.' })
  unanswered?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether the call of a webhook tool failed in the session.' })
  toolFailed?: boolean | null;

  @Field(() => ChatRatingEnum, { nullable: true, description: 'A rating that an answer of the session has.' })
  rating?: ChatRating | null;

  @Field(() => ID, { nullable: true, description: 'Id of a persona that answered in the session.' })
  personaId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Earliest time of the latest turn (inclusive).' })
  from?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Latest time of the latest turn (exclusive).' })
  to?: Date | null;

  @Field(() => String, {
    nullable: true,
    description: 'Text that a message of the visitor contains, ignoring case and accents, 3 to 200 characters.',
  })
  @Bounds({ maxLength: 200 })
  text?: string | null;
}

@Visible('admin')
@ObjectType({ description: 'A turn of a chat session, as it was stored.', simpleResolvers: true })
export class ChatTranscriptTurn {
  @Field(() => ID, { description: 'Identifier; `messageId` of its answer.' })
  id!: string;

  @Field(() => String, { description: 'Message of the visitor.' })
  message!: string;

  @Field(() => ChatAnswer, { description: 'Answer of the agent.' })
  answer!: ChatAnswer;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Debug trace of the answer, as `trace` of `ChatTurn`; null after it was deleted.',
  })
  trace!: Record<string, unknown> | null;

  @Field(() => ID, { nullable: true, description: 'Id of the persona that answered; null if there was none.' })
  personaId!: string | null;

  @Field(() => Boolean, { description: 'Whether the turn is unanswered, as counted in `unanswered`.' })
  isUnanswered!: boolean;

  @Field(() => Boolean, { description: 'Whether the call of a webhook tool failed.' })
  hasFailedTool!: boolean;

  @Field(() => ChatFeedback, { nullable: true, description: 'Rating of the answer; null if there is none.' })
  feedback!: ChatFeedback | null;

  @Field(() => DateTime, { description: 'When the answer was stored.' })
  createdAt!: string;
}

@Visible('admin')
@ObjectType({ description: 'A chat session with its turns.', simpleResolvers: true })
export class ChatTranscript {
  @Field(() => ChatSessionSummary, { description: 'The session.' })
  session!: ChatSessionSummary;

  @Cost({ size: 200 })
  @Field(() => [ChatTranscriptTurn], { description: 'The last 200 turns, oldest first.' })
  turns!: ChatTranscriptTurn[];
}
