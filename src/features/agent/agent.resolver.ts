import { Arg, Args, ArgsType, Ctx, Field, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import { type InstanceSubscriptions, subscribedByInstance } from '../../graphql/build-schema.ts';
import type { RequestContext } from '../../graphql/context.ts';
import { ChatAnswer, ChatEventUnion, ChatInput, type ChatStreamed } from './agent.types.ts';
import type { AgentService } from './agent.service.ts';
import { type ChatFailure, chatEvents } from './chat-events.ts';
import { ChatSession, ModelUsage, readSession, readUsage } from './chat-session.ts';

@ArgsType()
class ChatArguments {
  @Field(() => ChatInput, { description: 'The message with its circumstances.' })
  input!: ChatInput;
}

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

  @Mutation(() => ChatAnswer, {
    description:
      'Lets the agent answer. UNAVAILABLE where no model is configured, BAD_GATEWAY when the model fails; then nothing is stored. A key of scope read may do this.',
  })
  async chat(@Ctx() context: RequestContext, @Args(() => ChatArguments) { input }: ChatArguments): Promise<ChatAnswer> {
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

  @Subscription(() => ChatEventUnion, {
    description: 'The same as `chat`, piece by piece; the last event has the whole answer. Leaving stops the model.',
    subscribe: subscribedByInstance,
  })
  chatStream(
    @Root() event: ChatStreamed | ChatFailure,
    @Args(() => ChatArguments) _arguments: ChatArguments,
  ): ChatStreamed {
    if ('failure' in event) throw event.failure;
    return event;
  }

  @Query(() => ChatSession, { description: 'A conversation with its turns. NOT_FOUND for one of another user.' })
  async chatSession(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'The sessionId.' }) id: string,
  ): Promise<ChatSession> {
    return readSession(context.viewer, id);
  }

  @Query(() => [ModelUsage], { description: 'What the site used of the models in the last 90 days, by day and model.' })
  async modelUsage(@Ctx() context: RequestContext): Promise<ModelUsage[]> {
    return readUsage(context.viewer);
  }
}
