import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { Deleted, deleted } from '../../graphql/deleted.ts';
import { PageInput } from '../../graphql/page-type.ts';
import { CreateWebhookToolInput, UpdateWebhookToolInput, WebhookToolFilter } from './webhook-tool.inputs.ts';
import type { WebhookToolService } from './webhook-tool.service.ts';
import { WebhookTool, WebhookToolPage } from './webhook-tool.types.ts';

@Resolver()
export class WebhookToolResolver {
  private readonly tools: WebhookToolService;

  constructor(tools: WebhookToolService) {
    this.tools = tools;
  }

  @Query(() => WebhookToolPage, { description: 'Webhook tools by name, 50 a page, at most 200.' })
  async webhookTools(
    @Ctx() context: RequestContext,
    @Arg('filter', () => WebhookToolFilter, { nullable: true, description: 'Which tools; absent: all.' })
    filter: WebhookToolFilter | null,
    @Arg('page', () => PageInput, { nullable: true, description: 'Which part of the list.' }) page: PageInput | null,
  ): Promise<WebhookToolPage> {
    return this.tools.list(context.viewer, filter ?? {}, page ?? {});
  }

  @Query(() => WebhookTool, { description: 'One webhook tool. NOT_FOUND for an unknown id.' })
  async webhookTool(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the tool.' }) id: string,
  ): Promise<WebhookTool> {
    return this.tools.get(context.viewer, id);
  }

  @Mutation(() => WebhookTool, {
    description:
      'Adds a webhook tool; the answer alone holds its signing secret. CONFLICT when the name is taken; BAD_REQUEST with `details` for faults.',
  })
  async createWebhookTool(
    @Ctx() context: RequestContext,
    @Arg('input', () => CreateWebhookToolInput, { description: 'The new tool.' }) input: CreateWebhookToolInput,
  ): Promise<WebhookTool> {
    return this.tools.create(context.viewer, input);
  }

  @Mutation(() => WebhookTool, { description: 'Changes a webhook tool; what is absent stays.' })
  async updateWebhookTool(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the tool.' }) id: string,
    @Arg('input', () => UpdateWebhookToolInput, { description: 'What to change.' }) input: UpdateWebhookToolInput,
  ): Promise<WebhookTool> {
    return this.tools.update(context.viewer, id, input);
  }

  @Mutation(() => WebhookTool, {
    description:
      'Gives a webhook tool a new signing secret, held by this answer alone. For 24 hours calls are signed with the former one too.',
  })
  async rotateWebhookToolSecret(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the tool.' }) id: string,
  ): Promise<WebhookTool> {
    return this.tools.rotateSecret(context.viewer, id);
  }

  @Mutation(() => Deleted, { description: 'Deletes a webhook tool; the agent stops calling it at once.' })
  async deleteWebhookTool(
    @Ctx() context: RequestContext,
    @Arg('id', () => ID, { description: 'Id of the tool.' }) id: string,
  ): Promise<Deleted> {
    await this.tools.delete(context.viewer, id);
    return deleted(id);
  }
}
