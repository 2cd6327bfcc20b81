import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { defineFeature } from '../feature.ts';
import { CallLog, deleteOldCalls } from './call-log.ts';
import { WebhookToolCallResolver } from './webhook-tool-call.resolver.ts';
import { WebhookToolCallService } from './webhook-tool-call.service.ts';
import { WebhookToolCallEntity, WebhookToolEntity } from './webhook-tool.entity.ts';
import { WebhookToolInvocation } from './webhook-tool.invocation.ts';
import { WebhookToolResolver } from './webhook-tool.resolver.ts';
import { WebhookToolService } from './webhook-tool.service.ts';

interface WebhookToolDependencies {
  database: Database;
  egress: Egress;
  secrets: SecretBox;
  log: Logger;
}

export const webhookToolFeature = defineFeature({
  entities: [WebhookToolEntity, WebhookToolCallEntity],
  resolvers: [WebhookToolResolver, WebhookToolCallResolver],
  create: ({ database, egress, secrets, log }: WebhookToolDependencies) => {
    const toolCalls = new CallLog(database, log);
    const tools = new WebhookToolService(egress, secrets);
    const invocation = new WebhookToolInvocation(egress, secrets, toolCalls);
    const calls = new WebhookToolCallService(tools, invocation, toolCalls);
    return {
      services: { tools, invocation, toolCalls },
      resolvers: [new WebhookToolResolver(tools), new WebhookToolCallResolver(calls)],
      work: { main: { maintenance: () => deleteOldCalls(database.system) } },
    };
  },
});
