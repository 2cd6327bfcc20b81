import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { Bounds } from '../../../api/input-bounds.ts';
import { createEnum } from '../../../api/enum.ts';
import { DateTime } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import { CHAT_RATINGS, type ChatRating } from '../agent.entity.ts';

const COMMENT_LENGTH = 2_000;
const ID_LENGTH = 128;

export const ChatRatingEnum = createEnum('ChatRating', CHAT_RATINGS, 'Rating of an answer of the agent.');

@InputType({ description: 'The rating of an answer.' })
export class ChatFeedbackInput {
  @Field(() => ID, { description: 'Id of the session, as the answer has it.' })
  @Bounds({ filled: true, maxLength: ID_LENGTH })
  sessionId!: string;

  @Field(() => ID, { description: '`messageId` of the answer.' })
  @Bounds({ filled: true, maxLength: ID_LENGTH })
  messageId!: string;

  @Field(() => ChatRatingEnum, { description: 'The rating.' })
  rating!: ChatRating;

  @Field(() => String, { nullable: true, description: 'Comment on the answer, at most 2,000 characters.' })
  @Bounds({ maxLength: COMMENT_LENGTH })
  comment?: string | null;
}

@Visible('caller')
@ObjectType({ description: 'The rating of an answer.', simpleResolvers: true })
export class ChatFeedback {
  @Field(() => ID, { description: 'Id of the session.' })
  sessionId!: string;

  @Field(() => ID, { description: 'Id of the rated answer.' })
  messageId!: string;

  @Field(() => ChatRatingEnum, { description: 'The rating.' })
  rating!: ChatRating;

  @Field(() => String, { nullable: true, description: 'Comment on the answer; null if there is none.' })
  comment!: string | null;

  @Field(() => DateTime, { description: 'When the answer was first rated.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When the rating or the comment last changed.' })
  updatedAt!: string;
}
