import { Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg, PageArg } from '../../../api/args.ts';
import { Cost, pageCost } from '../../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import type { PageInput } from '../../../api/page.types.ts';
import { Scope } from '../../../api/scope.ts';
import {
  CONVERSATION_PAGES,
  type ConversationDependencies,
  deleteConversation,
  listConversations,
  readTranscript,
} from './conversation-list.service.ts';
import { ChatSessionFilter, ChatSessionSummaryPage, ChatTranscript } from './conversation-list.types.ts';

@Resolver()
export class ConversationResolver {
  private readonly dependencies: ConversationDependencies;

  constructor(dependencies: ConversationDependencies) {
    this.dependencies = dependencies;
  }

  @Scope('admin', 'owner', 'siteId')
  @Cost(pageCost(CONVERSATION_PAGES))
  @Query(() => ChatSessionSummaryPage, {
    description:
      'Chat sessions of a site, latest first. Page size: default 50, maximum 100. Requires the admin key or the role owner. NOT_FOUND for an unknown site.',
  })
  async chatSessions(
    @IdArg('site', 'siteId') siteId: string,
    @FilterArg(ChatSessionFilter, 'all sessions') filter: ChatSessionFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<ChatSessionSummaryPage> {
    return listConversations(this.dependencies, siteId, filter ?? {}, page ?? {});
  }

  @Scope('admin', 'owner', 'siteId')
  @Query(() => ChatTranscript, {
    description:
      'A chat session of a site with all that was said, whatever the access level of the sources. Requires the admin key or the role owner. NOT_FOUND for an unknown site or session.',
  })
  async chatTranscript(
    @IdArg('site', 'siteId') siteId: string,
    @IdArg('session', 'sessionId') sessionId: string,
  ): Promise<ChatTranscript> {
    return readTranscript(this.dependencies, siteId, sessionId);
  }

  @Scope('admin', 'owner', 'siteId')
  @Mutation(() => DeletionResult, {
    description:
      'Deletes a chat session of a site with all its turns, permanently; they do not count towards the limit `chat_turn` any more. Requires the admin key or the role owner. NOT_FOUND for an unknown site or session.',
  })
  async deleteChatSession(
    @IdArg('site', 'siteId') siteId: string,
    @IdArg('session', 'sessionId') sessionId: string,
  ): Promise<DeletionResult> {
    await deleteConversation(this.dependencies, siteId, sessionId);
    return toDeletionResult(sessionId);
  }
}
