import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { FilterArg, IdArg, InputArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import type { PageInput } from '../../api/page.types.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import { CreateWebhookToolInput, UpdateWebhookToolInput, WebhookToolFilter } from './webhook-tool.inputs.ts';
import { WEBHOOK_TOOL_PAGES, type WebhookToolService } from './webhook-tool.service.ts';
import { WebhookTool, WebhookToolPage } from './webhook-tool.types.ts';

@Resolver()
export class WebhookToolResolver {
  private readonly tools: WebhookToolService;

  constructor(tools: WebhookToolService) {
    this.tools = tools;
  }

  @Scope('read')
  @Cost(pageCost(WEBHOOK_TOOL_PAGES))
  @Query(() => WebhookToolPage, { description: 'Webhook tools, sorted by name. Page size: default 50, maximum 200.' })
  async webhookTools(
    @Ctx() { viewer }: RequestContext,
    @FilterArg(WebhookToolFilter, 'all tools') filter: WebhookToolFilter | null,
    @PageArg() page: PageInput | null,
  ): Promise<WebhookToolPage> {
    return this.tools.list(viewer, filter ?? {}, page ?? {});
  }

  @Scope('read')
  @Query(() => WebhookTool, { description: 'A webhook tool. NOT_FOUND for an unknown id.' })
  async webhookTool(@Ctx() { viewer }: RequestContext, @IdArg('tool') id: string): Promise<WebhookTool> {
    return this.tools.get(viewer, id);
  }

  @Scope('write')
  @Mutation(() => WebhookTool, {
    description:
      'Creates a webhook tool. Only this result contains the signing secret. CONFLICT if the name is already used; BAD_REQUEST with `details` for invalid input.',
  })
  async createWebhookTool(
    @Ctx() { viewer }: RequestContext,
    @InputArg(CreateWebhookToolInput, 'The new tool.', { collects: true }) input: CreateWebhookToolInput,
  ): Promise<WebhookTool> {
    return this.tools.create(viewer, input);
  }

  @Scope('write')
  @Mutation(() => WebhookTool, { description: 'Updates a webhook tool. Omitted fields keep their value.' })
  async updateWebhookTool(
    @Ctx() { viewer }: RequestContext,
    @IdArg('tool') id: string,
    @InputArg(UpdateWebhookToolInput, 'Fields to change.', { collects: true }) input: UpdateWebhookToolInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<WebhookTool> {
    return this.tools.update(viewer, id, input, expectedRevision);
  }

  @Scope('write')
  @Mutation(() => WebhookTool, {
    description:
      'Creates a new signing secret for a webhook tool. Only this result contains it. For 24 hours calls are also signed with the previous secret.',
  })
  async rotateWebhookToolSecret(@Ctx() { viewer }: RequestContext, @IdArg('tool') id: string): Promise<WebhookTool> {
    return this.tools.rotateSecret(viewer, id);
  }

  @Scope('write')
  @Mutation(() => DeletionResult, { description: 'Deletes a webhook tool. The agent stops calling it immediately.' })
  async deleteWebhookTool(
    @Ctx() { viewer }: RequestContext,
    @IdArg('tool') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.tools.delete(viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
