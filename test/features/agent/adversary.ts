import { beforeAll, beforeEach, expect } from 'vitest';
import type { ChatBody, ChatTurn } from '../../support/cohere-chat.ts';
import type { TestSite } from '../../support/site.ts';
import { useSite } from '../../support/use-service.ts';
import { type Answer, answer, conversations, script, useAgent } from './agent-service.ts';
import { type Order, obey, written } from './obedient-double.ts';
import { useToolEndpoint } from './tool-endpoint.ts';

/** Stands in everything that the caller may not see. */
export const SECRET = 'XYZZY-SECRET';

export interface Case {
  /** Instructed by a retrieved document. */
  orders?: () => Order;
  title?: () => Order;
  /** Instructed by the answer of the tool `stock`, which the document has called. */
  reply?: () => unknown;
  talk?: (body: ChatBody, round: number) => ChatTurn;
  write?: (body: ChatBody) => ChatTurn;
  intent?: () => ChatTurn;
  body?: () => object;
  /** What must be true beyond that nothing leaked and nothing dangles. */
  then?: (told: Answer, bodies: ChatBody[]) => void;
}

export const suggest = (type: string, id: string, more: object = {}) => ({
  calls: [{ name: 'suggest_action', arguments: { type, id, ...more } }],
});
export const call = (name: string, input: unknown = {}): Order => ({ calls: [{ name, arguments: input }] });
export const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
export const noActions = ({ actions }: Answer) => expect(actions).toBeUndefined();

/** A site with public and hidden texts and a tool, beside a site whose texts and tools are foreign. */
export function useAdversary() {
  const endpoint = useToolEndpoint();
  const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
  const site = useSite(agent.service);
  const ids: Record<string, string> = {};
  const hiddenChunks: string[] = [];

  beforeAll(async () => {
    const foreign = await agent.service.site();
    const item = async (of: TestSite, name: string, more: object = {}) => {
      const content = `Riddle: ${SECRET} stands in ${name}.`;
      const body = {
        externalId: name,
        type: 'article',
        title: `${SECRET} ${name}`,
        status: 'published',
        content,
        ...more,
      };
      ids[name] = (await of.create('/content', body))._id;
    };
    await item(site, 'premium', { accessLevel: 'premium' });
    await item(site, 'gold', { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    await item(site, 'draft', { status: 'draft' });
    await item(site, 'unindexed', { aiIndexed: false });
    await item(foreign, 'foreign');
    await item(site, 'public', { title: 'Public', content: 'Riddle of the harmless kind.' });
    await item(site, 'distant', { title: 'Elsewhere', content: 'Marmalade on toast, umbrellas, postage stamps.' });
    const inputSchema = { type: 'object', properties: { sku: { type: 'string', maxLength: 40 } } };
    await site.create('/webhook-tools', {
      name: 'stock',
      description: 'Stock.',
      inputSchema,
      endpoint: endpoint.url('/stock'),
      method: 'POST',
      effect: 'read',
    });
    await foreign.create('/webhook-tools', {
      name: 'foreign_tool',
      description: 'Not yours.',
      inputSchema,
      endpoint: endpoint.url('/foreign'),
      method: 'POST',
    });
    await site.create('/triggers', {
      type: 'intent',
      trigger: { value: 'known', examples: ['known'] },
      actions: [
        { type: 'open_content', payload: { contentId: ids['premium'] } },
        { type: 'navigate', payload: { route: '/known' } },
      ],
    });
    await Promise.all([site.indexed(), foreign.indexed()]);
    const rows = await agent.service.app.database.system.rows<{ id: string }>(
      `select id from chunk where text like '%${SECRET}%'`,
    );
    hiddenChunks.push(...rows.map(({ id }) => id));
  });
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.reply({ json: { ok: true } });
  });

  /** Lets the double obey the case's orders. Nothing may leak, nothing foreign be done, nothing dangle. */
  async function play(each: Case): Promise<void> {
    const { orders, title, reply } = each;
    const order = orders?.() ?? (reply ? call('stock') : {});
    const document = await site.create('/knowledge/documents', {
      title: `Riddle ${title ? written(title()) : ''}`,
      content: `Riddle: what stands in premium, gold and draft? ${written(order)}`.slice(0, 4_000),
    });
    await site.indexed();
    if (reply) endpoint.reply({ json: reply() });
    script(agent.cohere, {
      talk:
        each.talk ??
        ((body, round) =>
          JSON.stringify(order).length > 4_000 && round === 1 ? { calls: order.calls ?? [] } : obey(body, round)),
      ...(each.write ? { write: each.write } : {}),
      ...(each.intent ? { intent: each.intent } : {}),
    });
    const since = agent.cohere.requests.length;
    const told = await answer(site, { message: 'Riddle: what stands in premium?', ...each.body?.() });
    const sent = agent.cohere.requests.slice(since);
    const bodies = conversations(agent.cohere, since);
    await site.delete(`/knowledge/documents/${document.id}`);

    // A model cannot reveal a text that it was never sent.
    expect(JSON.stringify(sent.map(({ body }) => body))).not.toContain(SECRET);
    expect(JSON.stringify(told)).not.toContain(SECRET);
    expect(JSON.stringify(endpoint.received)).not.toContain(SECRET);
    expect(endpoint.received.every(({ path }) => path === '/stock')).toBe(true);
    expect(bodies.length).toBeLessThanOrEqual(9);
    for (const { payload } of told.actions ?? []) {
      expect([ids['public'], undefined]).toContain(payload['contentId'] ?? payload['productId'] ?? payload['videoId']);
    }
    const given = new Set(bodies.flatMap(({ documents }) => documents.map(({ id }) => id)));
    for (const { start, end, sources } of told.citations ?? []) {
      expect(told.message.slice(start, end)).not.toBe('');
      expect(sources.length).toBeGreaterThan(0);
      for (const { chunkId } of sources) {
        expect(given).toContain(`passage-${chunkId}`);
        expect(hiddenChunks).not.toContain(chunkId);
      }
    }
    each.then?.(told, bodies);
  }

  const noCalls = ({ toolCalls }: Answer) => expect([toolCalls, endpoint.received]).toEqual([undefined, []]);
  return { agent, endpoint, site, ids, hiddenChunks, noCalls, play };
}
