import type { Database } from '../../database/database.ts';
import type { SiteService } from '../site/site.service.ts';
import { defineFeature } from '../feature.ts';
import {
  ChatAnswerEntity,
  ChatConfirmationEntity,
  ChatFeedbackEntity,
  ChatSessionEntity,
  ChatSummaryEntity,
  ChatTurnEntity,
} from './agent.entity.ts';
import { AgentResolver } from './agent.resolver.ts';
import { type AgentDependencies, AgentService } from './agent.service.ts';
import { CitedSourceResolver } from './citation/citation.resolver.ts';
import { ConversationResolver } from './transcript/conversation-list.resolver.ts';
import { deleteExpiredConfirmations } from './tools/confirmation.ts';
import { deleteExpiredTraces } from './session/session.service.ts';

interface AgentFeatureDependencies extends AgentDependencies {
  database: Database;
  sites: SiteService;
  /** The number of days for which the traces of chat turns are kept. */
  traceDays: number;
}

export const agentFeature = defineFeature({
  entities: [
    ChatSessionEntity,
    ChatTurnEntity,
    ChatAnswerEntity,
    ChatSummaryEntity,
    ChatConfirmationEntity,
    ChatFeedbackEntity,
  ],
  resolvers: [AgentResolver, CitedSourceResolver, ConversationResolver],
  create: ({ database, sites, traceDays, ...dependencies }: AgentFeatureDependencies) => ({
    services: {},
    resolvers: [
      new AgentResolver(new AgentService(dependencies)),
      new CitedSourceResolver(),
      new ConversationResolver({ database, sites }),
    ],
    work: {
      main: {
        maintenance: async () => {
          await deleteExpiredTraces(database.system, traceDays);
          await deleteExpiredConfirmations(database.system);
        },
      },
    },
  }),
});
