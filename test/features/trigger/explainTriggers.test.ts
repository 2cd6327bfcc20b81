import { describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { createTrigger, intent, keyword } from './triggers.ts';

const service = useService();
const site = useSiteForEach(service);

interface MessageExplained {
  message: string;
  agentAnswers: boolean;
  detected: { name: string; confidence: number } | null;
  triggers: {
    trigger: { id: string; trigger: { value: string } };
    outcome: string;
    shadowedById: string | null;
    confidence: number | null;
    alternatives: { isWholeMessage: boolean; isMatched: boolean; found: string[]; missing: string[] }[];
  }[];
}

describe('explainTriggers', () => {
  const explainAll = async (variables: { messages: string[]; ids?: string[] }, at = site) => {
    const { data, errors } = await at.graphql<{ explainTriggers: MessageExplained[] }>(
      `query ($messages: [String!]!, $ids: [ID!]) { explainTriggers(messages: $messages, ids: $ids) {
        message agentAnswers detected { name confidence }
        triggers {
          trigger { id trigger { value } } outcome shadowedById confidence
          alternatives { isWholeMessage isMatched found missing }
        }
      } }`,
      variables,
    );
    if (!data?.explainTriggers) throw new Error(errors?.[0]?.message);
    return data.explainTriggers;
  };

  test('says of each trigger what happens, which parts are there and which are missing', async () => {
    const skipping = await createTrigger(site, keyword('order + late', { options: { skipAgent: true, priority: 1 } }));
    const order = await createTrigger(site, keyword('order'));
    await createTrigger(site, keyword('order + lost, [where is it]'));
    await createTrigger(site, keyword('parcel', { enabled: false }));
    await createTrigger(site, intent('track', ['has it shipped'], { options: { priority: -1 } }));
    const [first, second] = await explainAll({ messages: ['My ORDER is late', 'has it shipped'] });
    expect(first?.agentAnswers).toBe(false);
    const all = first!.triggers.map(({ trigger, outcome, alternatives }) => [
      trigger.trigger.value,
      outcome,
      alternatives,
    ]);
    expect(all.slice(0, 3)).toEqual([
      ['order + late', 'fires', [{ isWholeMessage: false, isMatched: true, found: ['order', 'late'], missing: [] }]],
      ['order', 'shadowed', [{ isWholeMessage: false, isMatched: true, found: ['order'], missing: [] }]],
      [
        'order + lost, [where is it]',
        'not_matched',
        [
          { isWholeMessage: false, isMatched: false, found: ['order'], missing: ['lost'] },
          { isWholeMessage: true, isMatched: false, found: [], missing: ['where is it'] },
        ],
      ],
    ]);
    expect(first!.triggers.find(({ trigger }) => trigger.id === order.id)?.shadowedById).toBe(skipping.id);
    expect(first!.triggers.find(({ trigger }) => trigger.trigger.value === 'parcel')?.outcome).toBe('disabled');
    expect(second).toMatchObject({ agentAnswers: true, detected: { name: 'track', confidence: 1 } });
    const track = second!.triggers.find(({ trigger }) => trigger.trigger.value === 'track');
    expect(track).toMatchObject({ outcome: 'fires', confidence: 1, alternatives: [] });
  });

  test('an intent that is detected with too little confidence says so', async () => {
    await createTrigger(site, {
      type: 'intent',
      trigger: { value: 'track', examples: ['where is my parcel'], confidence: 1 },
    });
    const [explained] = await explainAll({ messages: ['where is the parcel, please'] });
    expect(explained?.triggers[0]).toMatchObject({ outcome: 'below_confidence', shadowedById: null });
    expect(explained?.triggers[0]?.confidence).toBeLessThan(1);
  });

  test('explains chosen triggers only, and none of another site', async () => {
    const { id } = await createTrigger(site, keyword('alpha'));
    await createTrigger(site, keyword('beta'));
    const other = await createTrigger(await service.site(), keyword('gamma'));
    const [explained] = await explainAll({ messages: ['alpha beta gamma'], ids: [id, other.id, 'nonsense'] });
    expect(explained?.triggers.map(({ trigger }) => trigger.id)).toEqual([id]);
    const [all] = await explainAll({ messages: ['alpha beta gamma'] });
    expect(all?.triggers.map(({ trigger }) => trigger.trigger.value)).toEqual(['alpha', 'beta']);
  });

  test('takes 1 to 10 messages and 50 ids', async () => {
    await expect(explainAll({ messages: [] })).rejects.toThrow('messages must name at least one message');
    await expect(explainAll({ messages: Array(11).fill('a') })).rejects.toThrow('at most 10 entries');
    await expect(explainAll({ messages: ['a'], ids: Array(51).fill('a') })).rejects.toThrow('at most 50 entries');
    await expect(explainAll({ messages: ['x'.repeat(8_001)] })).rejects.toThrow('at most 8000 characters');
  });
});
