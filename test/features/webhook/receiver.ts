import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { beforeEach, expect } from 'vitest';
import { startBystander } from '../../adapters/egress/bystander.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';

/** A request that a receiver got. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

/** A service that may call the receiver, and a site for each test. */
export function useReceiver() {
  const service = useOwnService({ OUTBOUND_ALLOW_HOSTS: 'localhost' });
  const site = useSiteForEach(service);
  const receiver = use(startReceiver);
  beforeEach(() => receiver.reset());
  return { service, site, receiver };
}

/** A server that gets events, and accepts them unless a test says otherwise. */
export async function startReceiver() {
  const received: Received[] = [];
  const receiver = {
    received,
    url: '',
    /** By default 204. */
    answer: null as ((response: ServerResponse, request: Received) => void) | null,
    /** The names of the events, in order; of one subject, if given. */
    events: (id?: string) =>
      received.filter(({ event }) => id === undefined || event.data['id'] === id).map(({ event }) => event.type),
    reset() {
      received.length = 0;
      receiver.answer = null;
    },
    close: () => server.close(),
  };
  const server = await startBystander((_, response) => {
    const { headers, body } = server.requests.at(-1) ?? { headers: {}, body: '{}' };
    const request = { headers: headers as Record<string, string>, body, event: JSON.parse(body) as Received['event'] };
    received.push(request);
    if (receiver.answer) receiver.answer(response, request);
    else response.writeHead(204).end();
  });
  receiver.url = `http://localhost:${server.port}/hook`;
  return receiver;
}

/** By the text of Standard Webhooks. */
export function signatureOf({ headers, body }: Received, secret: string): string {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

export const ENDPOINT =
  'id url description events contentTypes languages enabled disabledReason failures pausedUntil secret revision';
export const DELIVERY =
  'id endpointId event subjectId status createdAt attempts nextAttemptAt attemptedAt requestHeaders requestBody durationMs responseStatus responseBody error';

export type Fields = Record<string, unknown> & { id: string; secret: string };

/** The result of a mutation or query that must succeed. */
export async function ask<T = Fields>(site: TestSite, field: string, variables: object = {}): Promise<T> {
  const declared = Object.entries(TYPES).filter(([name]) => name in variables);
  const head = declared.length > 0 ? `(${declared.map(([name, type]) => `$${name}: ${type}`).join(', ')})` : '';
  const kind = field.startsWith('webhook') ? 'query' : 'mutation';
  const { data, errors } = await site.graphql<{ result: T }>(`${kind}${head} { result: ${field} }`, variables);
  if (errors || !data) throw new Error(JSON.stringify(errors));
  return data.result;
}

const TYPES = {
  id: 'ID!',
  create: 'CreateWebhookEndpointInput!',
  update: 'UpdateWebhookEndpointInput!',
  content: 'CreateContentInput!',
  change: 'UpdateContentInput!',
};

export const ALL_CONTENT = ['created', 'updated', 'published', 'unpublished', 'deleted'].map(
  (name) => `content.${name}`,
);

export function createEndpoint(site: TestSite, url: string, input: object = {}): Promise<Fields> {
  const create = { url, events: ALL_CONTENT, ...input };
  return ask(site, `createWebhookEndpoint(input: $create) { ${ENDPOINT} }`, { create });
}

export async function createItem(site: TestSite, input: object = {}): Promise<string> {
  const content = { externalId: `e${Math.random()}`, type: 'article', title: 'Title', ...input };
  return (await ask(site, 'createContent(input: $content) { id }', { content })).id;
}

export async function updateItem(site: TestSite, id: string, change: object): Promise<void> {
  await ask(site, 'updateContent(id: $id, input: $change) { id }', { id, change });
}

export async function deleteItem(site: TestSite, id: string): Promise<void> {
  await ask(site, 'deleteContent(id: $id) { id }', { id });
}

export async function deliveriesOf(site: TestSite, id: string): Promise<Fields[]> {
  const list = await ask<{ items: Fields[] }>(site, `webhookDeliveries(endpointId: $id) { items { ${DELIVERY} } }`, {
    id,
  });
  return list.items;
}

/** A job that comes too early does nothing. */
const DUE = `update job set run_at = now()
  where site_id = $1 and kind = 'deliver-webhooks' and status = 'queued' and run_at > now()`;

/** Wakes the jobs, which else look for work every two seconds, until the expectation holds. */
export async function eventually(site: TestSite, expectation: () => unknown): Promise<void> {
  const { database } = site.service.app;
  await expect
    .poll(
      async () => {
        await database.forSite(site.id, 'background').change(DUE, [site.id]);
        await site.service.noticeJobs();
        try {
          await expectation();
          return null;
        } catch (error) {
          return String(error);
        }
      },
      { timeout: 10_000, interval: 50 },
    )
    .toBeNull();
}

/** As if the time until the next attempt had passed. */
export async function passTime(site: TestSite, endpointId: string): Promise<void> {
  const { database } = site.service.app;
  await database.forSite(site.id, 'background').write(async (tx) => {
    await tx.rows('update webhook_endpoint set paused_until = now() where id = $1 and paused_until > now()', [
      endpointId,
    ]);
    await tx.rows(
      `update webhook_delivery set next_attempt_at = now() where endpoint_id = $1 and status = 'pending' and next_attempt_at > now()`,
      [endpointId],
    );
  });
}
