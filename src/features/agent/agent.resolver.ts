import { Ctx, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { IdArg, InputArg } from '../../api/args.ts';
import { type InstanceSubscriptions, subscribedByInstance } from '../../api/subscriptions.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { Scope } from '../../api/scope.ts';
import { Visible } from '../../api/visible.ts';
import { ChatAnswer } from './agent.types.ts';
import { ChatEventUnion, type ChatStreamEvent } from './chat-events.types.ts';
import { ChatInput } from './chat-input.types.ts';
import { AgentModel } from './agent-model.types.ts';
import type { AgentService } from './agent.service.ts';
import { type ChatFailure, chatEvents } from './turn/chat-events.ts';
import { rateMessage } from './session/chat-feedback.service.ts';
import { ChatFeedback, ChatFeedbackInput } from './session/chat-feedback.types.ts';
import { ChatSession, readSession } from './session/chat-session.ts';

/** The argument of both fields that answer a message. */
const MessageArg = () => InputArg(ChatInput, 'The message and its context.', { collects: true });

@Resolver()
export class AgentResolver {
  readonly subscriptions: InstanceSubscriptions;
  private readonly agent: AgentService;

  constructor(agent: AgentService) {
    this.agent = agent;
    this.subscriptions = {
      chatStream: ({ input }, { viewer, signal }) => chatEvents(agent, viewer, input as ChatInput, signal),
    };
  }

  @Scope('read')
  @Query(() => AgentModel, {
    nullable: true,
    description: 'The language model that answers, and what it can do. Null if none is configured: then chat is off.',
  })
  async agentModel(@Ctx() context: RequestContext): Promise<AgentModel | null> {
    return this.agent.describeModel(context.viewer);
  }

  @Scope('read')
  @Visible('guarded')
  @Cost(20_000)
  @Mutation(() => ChatAnswer, {
    description:
      'Sends a message to the agent and returns its answer. UNAVAILABLE if no model is configured; BAD_GATEWAY if the model fails, in which case nothing is stored. A key with scope read can use it.',
  })
  async chat(@Ctx() context: RequestContext, @MessageArg() input: ChatInput): Promise<ChatAnswer> {
    return this.agent.chat(
      context.viewer,
      input,
      {
        text: (text) => context.progress?.('text', { text }),
        toolCall: (toolCall) => context.progress?.('toolCall', toolCall),
      },
      context.signal,
    );
  }

  @Scope('read')
  @Visible('caller')
  @Mutation(() => ChatFeedback, {
    description:
      'Rates an answer of the agent. An answer has one rating: a later one replaces it with its comment, and a repeated one changes nothing. NOT_FOUND unless the answer belongs to the session and the viewer can read the session. A key with scope read can use it.',
  })
  async rateChatMessage(
    @Ctx() context: RequestContext,
    @InputArg(ChatFeedbackInput, 'The rating.') input: ChatFeedbackInput,
  ): Promise<ChatFeedback> {
    return rateMessage(context.viewer, input);
  }

  @Scope('read')
  @Cost(20_000)
  @Subscription(() => ChatEventUnion, {
    description:
      'Streams the answer of `chat`; the last event has the complete answer. Closing the connection stops the model.',
    subscribe: subscribedByInstance,
  })
  chatStream(@Root() event: ChatStreamEvent | ChatFailure, @MessageArg() _input: ChatInput): ChatStreamEvent {
    if ('failure' in event) throw event.failure;
    return event;
  }

  @Scope('read')
  @Query(() => ChatSession, {
    description: 'A chat session with its turns. NOT_FOUND for an unknown id or a session of another user.',
  })
  async chatSession(@Ctx() context: RequestContext, @IdArg('session') id: string): Promise<ChatSession> {
    return readSession(context.viewer, id);
  }
}
