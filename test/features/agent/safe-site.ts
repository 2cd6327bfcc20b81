import { beforeAll, beforeEach } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { type AgentService, type Answer, script, useAgent } from './agent-service.ts';
import { type ToolEndpoint, useToolEndpoint } from './tool-endpoint.ts';
import type { TestSite } from '../../support/site.ts';

/** Words that stand in the premium passage alone. */
export const PREMIUM = 'The combination of the safe is nineteen forty-two, left, then right, then left again.';

interface SafeSite {
  endpoint: ToolEndpoint;
  agent: AgentService;
  site: TestSite;
  /** The token of a user who can read the premium passage. */
  member: () => string;
  /** A model that makes these calls first, then says so. */
  calling: (...calls: { name: string; arguments: unknown }[]) => void;
  /** The paths that the endpoint was called at. */
  paths: () => string[];
}

/** A site with a premium passage about a safe, a public one, and tools of each kind. */
export function useSafeSite(): SafeSite {
  const endpoint = useToolEndpoint();
  const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
  const site = useSite(agent.service);
  let member: string;

  beforeAll(async () => {
    member = await agent.service.token(site.id, { uid: 'ada', membershipTier: 'premium' });
    for (const [name, more] of Object.entries({
      send: { method: 'POST' },
      note: { method: 'POST', runsWithoutConfirmation: true },
      trusted: { method: 'POST', effect: 'read', mayReceive: 'entitled' },
      strict: { method: 'GET', mayReceive: 'none' },
      find: { method: 'GET' },
      remove: { method: 'GET', effect: 'write' },
    })) {
      await site.create('/webhook-tools', {
        name,
        description: `Does ${name}.`,
        inputSchema: { type: 'object', properties: {}, additionalProperties: true },
        endpoint: endpoint.url(`/${name}`),
        ...more,
      });
    }
    await site.create('/content', {
      externalId: 'safe',
      type: 'article',
      title: 'Safe',
      status: 'published',
      accessLevel: 'premium',
      content: PREMIUM,
    });
    await site.create('/content', {
      externalId: 'hours',
      type: 'article',
      title: 'Safe hours',
      status: 'published',
      content: 'The safe is open on Mondays between ten and twelve in the morning.',
    });
    await site.indexed();
  });
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.reply({ json: { ok: true } });
  });

  return {
    endpoint,
    agent,
    site,
    member: () => member,
    calling: (...calls) =>
      script(agent.cohere, { talk: (_body, round) => (round === 1 ? { calls } : { text: 'Done.' }) }),
    paths: () => endpoint.received.map(({ path }) => path),
  };
}

/** The body of a question that retrieves the passages. */
export const safe = (body: object = {}) => ({ message: 'what opens the safe?', ...body });

export interface Confirm {
  token: string;
  tool: string;
  description: string;
  input: unknown;
  expiresAt: string;
}

/** The calls that the answer asks the visitor to confirm. */
export function confirmsOf({ actions = [] }: Answer): Confirm[] {
  return actions.filter(({ type }) => type === 'confirm').map(({ payload }) => payload as unknown as Confirm);
}
