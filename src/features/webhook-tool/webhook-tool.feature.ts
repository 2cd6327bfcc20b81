import type { Egress } from '../../ports/egress.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { defineFeature } from '../feature.ts';
import { WebhookToolEntity } from './webhook-tool.entity.ts';
import { WebhookToolInvocation } from './webhook-tool.invocation.ts';
import { WebhookToolResolver } from './webhook-tool.resolver.ts';
import { WebhookToolService } from './webhook-tool.service.ts';

export const webhookToolFeature = defineFeature({
  entities: [WebhookToolEntity],
  resolvers: [WebhookToolResolver],
  create: ({ egress, secrets }: { egress: Egress; secrets: SecretBox }) => {
    const tools = new WebhookToolService(egress, secrets);
    const invocation = new WebhookToolInvocation(egress, secrets);
    return { services: { tools, invocation }, resolvers: [new WebhookToolResolver(tools)] };
  },
});
