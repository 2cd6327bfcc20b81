import { type ExpectedRevision, deleteById, findForUpdate, readById } from '../../database/revision.ts';
import { type TableRow, table } from '../../database/table.ts';
import { assertBelowLimit } from '../../database/writes.ts';
import { checkInput } from '../../api/input-bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { newId } from '../../shared/ids.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import { newSigningSecret } from '../../shared/webhook-signature.ts';
import type { Viewer } from '../../access/viewer.ts';
import { canonicalLanguage } from '../content/language-codes.ts';
import type { WebhookDependencies } from './webhook-sender.ts';
import { WEBHOOK_ENDPOINT_DEFAULTS, WebhookEndpointEntity } from './webhook-endpoint.entity.ts';
import {
  CreateWebhookEndpointInput,
  URL_LENGTH,
  UpdateWebhookEndpointInput,
  type WebhookEndpoint,
} from './webhook-endpoint.types.ts';

const endpoints = table(WebhookEndpointEntity, 'e', {
  omit: ['siteId', 'secret', 'formerSecret', 'formerSecretUntil'],
});
const { c } = endpoints;
const ALL = endpoints.select(`where ${c.siteId} = $1 order by ${c.createdAt}, ${c.id}`);

const RESOURCE = { resource: 'Webhook endpoint' };
const MAX_ENDPOINTS = SITE_MAXIMA.webhookEndpoints;
/** Requests are also signed with the previous secret for this long, so that a receiver can be updated. */
const ROTATION_MS = 24 * 60 * 60 * 1000;

type Answer = Pick<WebhookEndpoint, keyof WebhookEndpoint>;

/** The URLs that a site tells of its changes. */
export class WebhookEndpointService {
  private readonly dependencies: WebhookDependencies;

  constructor(dependencies: WebhookDependencies) {
    this.dependencies = dependencies;
  }

  /** All of a site, oldest first. */
  async list(viewer: Viewer): Promise<Answer[]> {
    const rows = await viewer.scope.rows(ALL, [viewer.site.id]);
    return rows.map(toEndpoint);
  }

  async get(viewer: Viewer, id: string): Promise<Answer> {
    return toEndpoint(await readById(viewer.scope, endpoints.byId, id, RESOURCE.resource));
  }

  /** Creates an endpoint and returns it with the secret, which is not returned again. */
  async create(viewer: Viewer, input: CreateWebhookEndpointInput): Promise<Answer> {
    this.check(checkInput(CreateWebhookEndpointInput, input), input);
    const id = newId();
    const secret = newSigningSecret();
    const { url, events, ...values } = normalizeLanguages(input);
    await viewer.scope.write(async (tx) => {
      await tx.lock('webhook-endpoint');
      await assertBelowLimit(tx, WebhookEndpointEntity, MAX_ENDPOINTS, 'webhook endpoints');
      tx.em.create(WebhookEndpointEntity, {
        ...withDefaults(WEBHOOK_ENDPOINT_DEFAULTS, values),
        id,
        siteId: tx.siteId,
        url,
        events,
        secret: this.dependencies.secrets.seal(secret),
      });
    });
    return { ...(await this.get(viewer, id)), secret };
  }

  /** Updates an endpoint. Waiting deliveries are sent at once, as the change may be the remedy. */
  async update(
    viewer: Viewer,
    id: string,
    input: UpdateWebhookEndpointInput,
    expected?: ExpectedRevision,
  ): Promise<Answer> {
    this.check(checkInput(UpdateWebhookEndpointInput, input), input);
    await viewer.scope.write(async (tx) => {
      const endpoint = await findForUpdate(tx, WebhookEndpointEntity, { id }, { ...RESOURCE, expected });
      Object.assign(endpoint, patch(endpoint, normalizeLanguages(input), WEBHOOK_ENDPOINT_DEFAULTS));
      endpoint.pausedUntil = null;
      if (input.enabled !== undefined) endpoint.disabledReason = null;
      if (endpoint.enabled) await this.dependencies.jobs.enqueue(tx, { kind: 'deliver-webhooks', key: id });
    });
    return this.get(viewer, id);
  }

  /** Deletes an endpoint with the log of its deliveries. */
  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.scope.write(async (tx) => {
      await deleteById(tx, WebhookEndpointEntity, id, { ...RESOURCE, expected });
      await tx.rows('delete from webhook_delivery where site_id = $1 and endpoint_id = $2', [tx.siteId, id]);
    });
  }

  /** Creates a new secret; for a day requests are also signed with the previous one. */
  async rotateSecret(viewer: Viewer, id: string): Promise<Answer> {
    const secret = newSigningSecret();
    await viewer.scope.write(async (tx) => {
      const endpoint = await findForUpdate(tx, WebhookEndpointEntity, { id }, RESOURCE);
      endpoint.formerSecret = endpoint.secret;
      endpoint.formerSecretUntil = new Date(Date.now() + ROTATION_MS);
      endpoint.secret = this.dependencies.secrets.seal(secret);
    });
    return { ...(await this.get(viewer, id)), secret };
  }

  /** Validation beyond the declared bounds, without a request: every delivery checks the address again. */
  private check(checks: Checks, { url, events }: UpdateWebhookEndpointInput): void {
    const violation = url && url.length <= URL_LENGTH ? this.dependencies.egress.validateUrl(url) : undefined;
    if (violation) checks.report('url', violation);
    if (events?.length === 0) checks.report('events', 'must not be empty');
    checks.throwIfInvalid();
  }
}

/** Languages as content items have them. */
function normalizeLanguages<I extends Pick<UpdateWebhookEndpointInput, 'languages'>>(input: I): I {
  return input.languages ? { ...input, languages: input.languages.map(canonicalLanguage) } : input;
}

function toEndpoint(row: TableRow<typeof endpoints>): Answer {
  return { ...row, secret: null };
}
