import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, InputArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../api/deletion-result.ts';
import { ExpectedRevisionArg } from '../../api/resource.types.ts';
import { Scope } from '../../api/scope.ts';
import type { WebhookEndpointService } from './webhook-endpoint.service.ts';
import { CreateWebhookEndpointInput, UpdateWebhookEndpointInput, WebhookEndpoint } from './webhook-endpoint.types.ts';

@Resolver()
export class WebhookEndpointResolver {
  private readonly endpoints: WebhookEndpointService;

  constructor(endpoints: WebhookEndpointService) {
    this.endpoints = endpoints;
  }

  @Scope(['read', 'write'], 'owner')
  @Cost({ size: 20 })
  @Query(() => [WebhookEndpoint], {
    description:
      'Webhook endpoints of the site, at most 20, oldest first. Requires a key with the scopes read and write, or the role owner.',
  })
  async webhookEndpoints(@Ctx() { viewer }: RequestContext): Promise<WebhookEndpoint[]> {
    return this.endpoints.list(viewer);
  }

  @Scope('write', 'owner')
  @Mutation(() => WebhookEndpoint, {
    description:
      'Creates a webhook endpoint, which gets events from now on. Only this result contains the secret. BAD_REQUEST with `details` for invalid input, and for more than 20 endpoints.',
  })
  async createWebhookEndpoint(
    @Ctx() { viewer }: RequestContext,
    @InputArg(CreateWebhookEndpointInput, 'The new endpoint.', { collects: true }) input: CreateWebhookEndpointInput,
  ): Promise<WebhookEndpoint> {
    return this.endpoints.create(viewer, input);
  }

  @Scope('write', 'owner')
  @Mutation(() => WebhookEndpoint, {
    description: 'Updates a webhook endpoint and ends its pause. Omitted fields keep their value.',
  })
  async updateWebhookEndpoint(
    @Ctx() { viewer }: RequestContext,
    @IdArg('endpoint') id: string,
    @InputArg(UpdateWebhookEndpointInput, 'Fields to change.', { collects: true }) input: UpdateWebhookEndpointInput,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<WebhookEndpoint> {
    return this.endpoints.update(viewer, id, input, expectedRevision);
  }

  @Scope('write', 'owner')
  @Mutation(() => WebhookEndpoint, {
    description:
      'Creates a new secret for a webhook endpoint. Only this result contains it. For 24 hours requests are also signed with the previous secret.',
  })
  async rotateWebhookSecret(
    @Ctx() { viewer }: RequestContext,
    @IdArg('endpoint') id: string,
  ): Promise<WebhookEndpoint> {
    return this.endpoints.rotateSecret(viewer, id);
  }

  @Scope('write', 'owner')
  @Mutation(() => DeletionResult, { description: 'Deletes a webhook endpoint, with what waits for it and its log.' })
  async deleteWebhookEndpoint(
    @Ctx() { viewer }: RequestContext,
    @IdArg('endpoint') id: string,
    @ExpectedRevisionArg() expectedRevision: number | null,
  ): Promise<DeletionResult> {
    await this.endpoints.delete(viewer, id, expectedRevision);
    return toDeletionResult(id);
  }
}
