import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, deleteById, findForUpdate, readById } from '../../database/revision.ts';
import { type TableRow, expression, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { assertBelowLimit } from '../../database/writes.ts';
import { checkInput } from '../../api/input-bounds.ts';
import type { Egress } from '../../ports/egress.ts';
import { fieldConflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { Checks } from '../../shared/checks.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import type { Viewer } from '../../access/viewer.ts';
import { newSigningSecret } from '../../shared/webhook-signature.ts';
import { WEBHOOK_TOOL_DEFAULTS, WebhookToolEntity } from './webhook-tool.entity.ts';
import type { SealedHeaders, ToolEffect } from './webhook-tool.entity.ts';
import { maskHeaders, sealHeaders } from './webhook-tool.headers.ts';
import { CreateWebhookToolInput, UpdateWebhookToolInput, type WebhookToolFilter } from './webhook-tool.inputs.ts';
import { checkInputSchema } from './input-schema.rules.ts';
import { checkTool } from './webhook-tool.rules.ts';
import type { WebhookTool } from './webhook-tool.types.ts';

const effect = expression<ToolEffect>(`coalesce(w.effect, case w.method when 'GET' then 'read' else 'write' end)`);
const tools = table(WebhookToolEntity, 'w', {
  omit: ['siteId', 'signingSecret', 'formerSecret', 'formerSecretUntil', 'effect'],
  add: { effect },
});
const { c } = tools;

const callableTools = table(WebhookToolEntity, 'w', {
  omit: ['siteId', 'enabled', 'createdAt', 'revision', 'formerSecret', 'formerSecretUntil', 'effect'],
  add: {
    effect,
    formerSecret: expression<string | null>(`case when ${c.formerSecretUntil} > now() then ${c.formerSecret} end`),
  },
});
/** A tool for the agent; secrets stay encrypted until the call. `updatedAt` changes with every change of the tool. */
export type CallableWebhookTool = TableRow<typeof callableTools>;
const CALLABLE = callableTools.select(`where ${c.siteId} = $1 and ${c.enabled} order by ${c.name} collate "C"`);

const NAME_SORT: Sort = { expression: `${c.name} collate "C"`, direction: 'asc', type: 'text', nullable: false };
const MAX_TOOLS = SITE_MAXIMA.webhookTools;
export const WEBHOOK_TOOL_PAGES = { default: 50, max: MAX_TOOLS };
/** Calls are also signed with the previous secret for this long, so that an endpoint can be updated. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

/** The endpoints that a site's agent can call. */
export class WebhookToolService {
  private readonly egress: Egress;
  private readonly secrets: SecretBox;

  constructor(egress: Egress, secrets: SecretBox) {
    this.egress = egress;
    this.secrets = secrets;
  }

  async list(viewer: Viewer, filter: WebhookToolFilter, page: PageRequest): Promise<Page<WebhookTool>> {
    return readPage(viewer.scope, page, {
      table: tools,
      where: new Where().equal(c.siteId, viewer.site.id).equal(c.enabled, filter.enabled),
      sort: NAME_SORT,
      sizes: WEBHOOK_TOOL_PAGES,
      toItem: toWebhookTool,
      sortValue: (tool) => tool.name,
    });
  }

  /** Every enabled tool, by name. */
  async callable(viewer: Viewer): Promise<CallableWebhookTool[]> {
    return viewer.scope.rows(CALLABLE, [viewer.site.id]);
  }

  /** One tool, enabled or not. */
  async getCallable(viewer: Viewer, id: string): Promise<CallableWebhookTool> {
    return readById(viewer.scope, callableTools.byId, id, 'Webhook tool');
  }

  async get(viewer: Viewer, id: string): Promise<Answer> {
    return toWebhookTool(await readById(viewer.scope, tools.byId, id, 'Webhook tool'));
  }

  /** Creates a tool and returns it with the signing secret, which is not returned again. */
  async create(viewer: Viewer, input: CreateWebhookToolInput): Promise<Answer> {
    const checks = checkInput(CreateWebhookToolInput, input);
    await checkSchema(viewer, checks, input);
    checkTool(checks, input, {}, this.egress);
    const id = newId();
    const signingSecret = newSigningSecret();
    const { name, description, inputSchema, endpoint, method, ...values } = input;
    await viewer.scope.write(async (tx) => {
      await ensureNameAvailable(tx, name);
      await assertBelowLimit(tx, WebhookToolEntity, MAX_TOOLS, 'webhook tools');
      tx.em.create(WebhookToolEntity, {
        ...withDefaults(WEBHOOK_TOOL_DEFAULTS, this.toStoredInput(values, {})),
        id,
        siteId: tx.siteId,
        name,
        description,
        inputSchema,
        endpoint,
        method,
        signingSecret: this.secrets.seal(signingSecret),
      });
    });
    return { ...(await this.get(viewer, id)), signingSecret };
  }

  async update(
    viewer: Viewer,
    id: string,
    input: UpdateWebhookToolInput,
    expected?: ExpectedRevision,
  ): Promise<Answer> {
    const checks = checkInput(UpdateWebhookToolInput, input);
    await checkSchema(viewer, checks, input);
    await viewer.scope.write(async (tx) => {
      const tool = await findForUpdate(tx, WebhookToolEntity, { id }, { resource: 'Webhook tool', expected });
      checkTool(checks, input, tool.headers, this.egress);
      if (input.name && input.name !== tool.name) await ensureNameAvailable(tx, input.name);
      Object.assign(tool, patch(tool, this.toStoredInput(input, tool.headers), WEBHOOK_TOOL_DEFAULTS));
    });
    return this.get(viewer, id);
  }

  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.scope.write((tx) => deleteById(tx, WebhookToolEntity, id, { resource: 'Webhook tool', expected }));
  }

  /** Creates a new signing secret; for a day calls are also signed with the previous one. */
  async rotateSecret(viewer: Viewer, id: string): Promise<Answer> {
    const signingSecret = newSigningSecret();
    await viewer.scope.write(async (tx) => {
      const tool = await findForUpdate(tx, WebhookToolEntity, { id }, { resource: 'Webhook tool' });
      tool.formerSecret = tool.signingSecret;
      tool.formerSecretUntil = new Date(Date.now() + ROTATION_MS);
      tool.signingSecret = this.secrets.seal(signingSecret);
    });
    return { ...(await this.get(viewer, id)), signingSecret };
  }

  /** The values as they are stored: headers encrypted, an empty path as none. */
  private toStoredInput<I extends Pick<UpdateWebhookToolInput, 'headers' | 'resultPath'>>(
    input: I,
    headers: SealedHeaders,
  ) {
    return {
      ...input,
      headers: input.headers && sealHeaders(input.headers, headers, this.secrets),
      resultPath: input.resultPath === '' ? null : input.resultPath,
    };
  }
}

/** Converts a tool for the response; with its signing secret only after creation and rotation. */
type Answer = Pick<WebhookTool, keyof WebhookTool>;

function toWebhookTool(row: TableRow<typeof tools>): Answer {
  return { ...row, headers: maskHeaders(row.headers), signingSecret: null };
}

async function ensureNameAvailable(tx: ScopeTransaction, name: string): Promise<void> {
  // Two concurrent creations would both pass the check: with the lock, the second one waits and sees the first.
  await tx.lock('webhook-tool');
  const conflicts = await tx.rows('select 1 from webhook_tool where site_id = $1 and name = $2', [tx.siteId, name]);
  if (conflicts.length > 0) throw fieldConflict('name', 'Webhook tool with this name already exists');
}

/** Checks the schema before a transaction, which would keep its connection while other sites have their turns. */
function checkSchema(viewer: Viewer, checks: Checks, { inputSchema }: UpdateWebhookToolInput): Promise<void> {
  return loopScheduler.runWhole(viewer.site.id, () => checkInputSchema(checks, inputSchema));
}
