import { Field, ObjectType, createUnionType } from 'type-graphql';
import { ChatAnswer, ChatToolCall } from './agent.types.ts';
import { Visible } from '../../api/visible.ts';

@Visible('part')
@ObjectType({ description: 'A part of the text of the answer.', simpleResolvers: true })
export class ChatTextEvent {
  @Field(() => String, { description: 'Text to append to the previous events.' })
  text!: string;
}

@Visible('part')
@ObjectType({ description: 'A finished tool call.', simpleResolvers: true })
export class ChatToolCallEvent {
  @Field(() => ChatToolCall, { description: 'The call with its output.' })
  toolCall!: ChatToolCall;
}

@Visible('part')
@ObjectType({ description: 'The last event: the complete answer, the same as `chat` returns.', simpleResolvers: true })
export class ChatAnswerEvent {
  @Field(() => ChatAnswer, { description: 'The complete answer.' })
  answer!: ChatAnswer;
}

export type ChatStreamEvent = ChatTextEvent | ChatToolCallEvent | ChatAnswerEvent;

export const ChatEventUnion = createUnionType({
  name: 'ChatStreamEvent',
  description: 'An event of a streamed answer: text, a tool call or, as the last event, the complete answer.',
  types: () => [ChatTextEvent, ChatToolCallEvent, ChatAnswerEvent] as const,
  resolveType: (event: ChatStreamEvent) => {
    if ('text' in event) return ChatTextEvent;
    return 'toolCall' in event ? ChatToolCallEvent : ChatAnswerEvent;
  },
});
