import type { TestSite } from '../../support/site.ts';

export interface TriggerAnswer extends Record<string, unknown> {
  id: string;
  type: string;
  trigger: { value: string; confidence: number; examples: string[] };
  response: { contentId?: string; message?: string };
  options: { skipAgent: boolean; actionsOnly: boolean; priority: number };
  updatedAt: string;
  revision: number;
}

export interface TriggerPageAnswer {
  triggers: TriggerAnswer[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
}

export const UNKNOWN = '01890000-0000-7000-8000-000000000000';
export const DOUBLE = 'A keyword trigger with this value already exists';

export const keyword = (value: string, changes: object = {}) => ({ type: 'keyword', trigger: { value }, ...changes });
export const intent = (value: string, examples: string[] = [], changes: object = {}) => ({
  type: 'intent',
  trigger: { value, examples },
  ...changes,
});

export const createTrigger = (site: TestSite, body: object): Promise<TriggerAnswer> =>
  site.create<TriggerAnswer>('/triggers', body);

export const listTriggers = async (site: TestSite, query = ''): Promise<TriggerPageAnswer> =>
  (await site.get<TriggerPageAnswer>(`/triggers${query}`)).body.data;

/** Every field of a trigger, none at its default. */
export const FULL_TRIGGER = {
  type: 'intent',
  trigger: { value: 'cancel-membership', confidence: 0.85, examples: ['I want to cancel', 'stop my membership'] },
  response: { contentId: 'article-7', message: 'Here is how to cancel.' },
  actions: [
    { type: 'navigate', payload: { route: '/account', params: { tab: 'plan' } }, priority: 3, label: 'My account' },
    { type: 'trigger_event', payload: { eventName: 'cancel', eventData: { a: [1] } }, immediate: true },
  ],
  options: { skipAgent: true, actionsOnly: true, priority: 12 },
  enabled: false,
  tags: ['retention', 'account'],
};

interface TriggersTested {
  agentAnswers: boolean;
  matches: { trigger: { trigger: { value: string } }; phase: string; confidence: number | null; shadowed: boolean }[];
}

export async function testTrigger(site: TestSite, message: string): Promise<TriggersTested> {
  const { data, errors } = await site.graphql<{ testTrigger: TriggersTested }>(
    `query ($message: String!) { testTrigger(message: $message) {
      agentAnswers
      matches { trigger { trigger { value } } phase confidence shadowed }
    } }`,
    { message },
  );
  if (!data?.testTrigger) throw new Error(errors?.[0]?.message);
  return data.testTrigger;
}

/** Values of the triggers that match, in the order of checking. */
export async function matchedBy(site: TestSite, message: string): Promise<string[]> {
  return (await testTrigger(site, message)).matches.map(({ trigger }) => trigger.trigger.value);
}
