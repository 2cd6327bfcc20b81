import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg, PageArg } from '../../api/args.ts';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost, pageCost } from '../../api/cost.ts';
import type { PageInput } from '../../api/page.types.ts';
import { GraphQLJSONObject } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import { CALL_PAGES, type WebhookToolCallService } from './webhook-tool-call.service.ts';
import { WebhookToolCallPage, WebhookToolTest } from './webhook-tool-call.types.ts';

@Resolver()
export class WebhookToolCallResolver {
  private readonly calls: WebhookToolCallService;

  constructor(calls: WebhookToolCallService) {
    this.calls = calls;
  }

  @Scope('read')
  @Cost(pageCost(CALL_PAGES))
  @Query(() => WebhookToolCallPage, {
    description:
      'The last 100 calls of a webhook tool of the last 30 days, latest first. Page size: default 20, maximum 100. NOT_FOUND for an unknown tool.',
  })
  async webhookToolCalls(
    @Ctx() { viewer }: RequestContext,
    @IdArg('tool', 'toolId') toolId: string,
    @Arg('failed', () => Boolean, { nullable: true, description: 'Whether the calls failed. Omitted: all calls.' })
    failed: boolean | null,
    @PageArg() page: PageInput | null,
  ): Promise<WebhookToolCallPage> {
    return this.calls.list(viewer, toolId, failed ?? null, page ?? {});
  }

  @Scope('write')
  @Cost(5_000)
  @Mutation(() => WebhookToolTest, {
    description:
      'Checks an input against the schema of a webhook tool and shows the request that it makes, with secrets masked. With `send` it is sent, also if the tool is disabled or changes data: at most 10 seconds and 1 MB. NOT_FOUND for an unknown tool.',
  })
  async testWebhookTool(
    @Ctx() { viewer, signal }: RequestContext,
    @IdArg('tool') id: string,
    @Arg('input', () => GraphQLJSONObject, {
      description:
        'Input, as the agent would make it, at most 32 kB. As there, properties that the schema does not declare are not sent.',
    })
    input: Record<string, unknown>,
    @Arg('send', () => Boolean, { nullable: true, description: 'Whether to send the request. Default false.' })
    send: boolean | null,
  ): Promise<WebhookToolTest> {
    return this.calls.test(viewer, id, input, { send: send ?? false, signal });
  }
}
