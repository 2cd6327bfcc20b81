import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Scope } from '../../graphql/scopes.ts';
import { rateMessage } from './chat-feedback.service.ts';
import { ChatFeedback, ChatFeedbackInput } from './chat-feedback.types.ts';

@Resolver()
export class ChatFeedbackResolver {
  @Scope('read')
  @Mutation(() => ChatFeedback, {
    description:
      'Rates an answer of the agent. An answer has one rating: a later one replaces it with its comment, and a repeated one changes nothing. NOT_FOUND unless the answer belongs to the session and the viewer can read the session. A key with scope read can use it.',
  })
  async rateChatMessage(
    @Ctx() context: RequestContext,
    @Arg('input', () => ChatFeedbackInput, { description: 'The rating.' }) input: ChatFeedbackInput,
  ): Promise<ChatFeedback> {
    return rateMessage(context.viewer, input);
  }
}
