import type { Viewer } from '../../access/viewer.ts';
import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { type CallLog, MAX_LOGGED_CALLS } from './call-log.ts';
import { WebhookToolCallEntity } from './webhook-tool.entity.ts';
import type { WebhookToolCall, WebhookToolTest } from './webhook-tool-call.types.ts';
import type { WebhookToolInvocation } from './webhook-tool.invocation.ts';
import type { CallableWebhookTool, WebhookToolService } from './webhook-tool.service.ts';

const calls = table(WebhookToolCallEntity, 'c', { omit: ['siteId', 'toolId'] });
const LATEST: Sort = { expression: calls.c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const CALL_PAGES = { default: 20, max: MAX_LOGGED_CALLS };

/** The calls of a tool as editors see them, and trials of the tool. */
export class WebhookToolCallService {
  private readonly tools: WebhookToolService;
  private readonly invocation: WebhookToolInvocation;
  private readonly log: CallLog;

  constructor(tools: WebhookToolService, invocation: WebhookToolInvocation, log: CallLog) {
    this.tools = tools;
    this.invocation = invocation;
    this.log = log;
  }

  async list(
    viewer: Viewer,
    toolId: string,
    failed: boolean | null,
    page: PageRequest,
  ): Promise<Page<WebhookToolCall>> {
    await this.tools.get(viewer, toolId);
    return readPage(viewer.scope, page, {
      table: calls,
      where: new Where()
        .equal('c.site_id', viewer.site.id)
        .equal('c.tool_id', toolId)
        .whenPresent(failed, (n) => `(c.error is not null) = ${n}`),
      sort: LATEST,
      sizes: CALL_PAGES,
      toItem: (row) => row,
      sortValue: (call) => call.createdAt,
    });
  }

  /** The request that an input makes, without its secrets; with `send` it is made. */
  async test(
    viewer: Viewer,
    toolId: string,
    input: unknown,
    { send, signal }: { send: boolean; signal?: AbortSignal | undefined },
  ): Promise<WebhookToolTest> {
    const tool = await this.tools.getCallable(viewer, toolId);
    const declared = this.invocation.pickDeclared(tool, input);
    const { violation, request } = this.invocation.describe(tool, declared);
    if (!send || violation !== null) return { violation, request, call: null };
    return { violation, request, call: await this.send(tool, declared, signal) };
  }

  private async send(tool: CallableWebhookTool, input: unknown, signal?: AbortSignal) {
    const { outcome, status, durationMs } = await this.invocation.call(tool, input, { origin: 'test', signal });
    // So that the call is in the list that is read next.
    await this.log.flush();
    return {
      status,
      durationMs,
      error: 'error' in outcome ? outcome.error : null,
      output: 'output' in outcome ? (outcome.output ?? null) : null,
    };
  }
}
