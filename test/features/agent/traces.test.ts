import { describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { deleteExpiredTraces } from '../../../src/features/agent/session/session.service.ts';
import { JobRunner } from '../../../src/features/job/job-runner.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { answer, gate, script, useAgent } from './agent-service.ts';
import { stockTool, useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({
  OUTBOUND_ALLOW_HOSTS: endpoint.host,
  TRACE_DAYS: '3',
  MODEL_PRICES: 'command-a-03-2025=2.5/10',
}));
const site = useSite(agent.service);

type Trace = Record<string, unknown> & { steps: { name: string; ms: number }[] };

async function traces(sessionId: string): Promise<(Trace | null)[]> {
  const { data } = await site.graphql<{ chatSession: { turns: { trace: Trace | null }[] } }>(
    'query ($id: ID!) { chatSession(id: $id) { turns { trace } } }',
    { id: sessionId },
  );
  return data?.chatSession.turns.map(({ trace }) => trace) ?? [];
}

test('a trace tells all that a turn did', async () => {
  const persona = await site.create('/personas', {
    name: 'Host',
    slug: 'host',
    systemPrompt: 'You host.',
    isDefault: true,
  });
  const fired = await site.create('/triggers', {
    type: 'keyword',
    trigger: { value: 'chain' },
    options: { priority: 1 },
  });
  const shadowed = await site.create('/triggers', { type: 'keyword', trigger: { value: 'oil' } });
  await site.create('/triggers', { type: 'keyword', trigger: { value: 'saddle' } });
  const intent = await site.create('/triggers', {
    type: 'intent',
    trigger: { value: 'care', examples: ['oil the chain'] },
  });
  await site.create('/webhook-tools', stockTool(endpoint));
  const item = await site.create('/content', {
    externalId: 'c',
    type: 'article',
    title: 'Chain',
    status: 'published',
    content: 'Oil the chain.',
  });
  await site.indexed();
  script(agent.cohere, {
    talk: ({ documents }, round) =>
      round === 1
        ? {
            calls: [
              { name: 'stock', arguments: {} },
              { name: 'suggest_action', arguments: { type: 'open_content', id: item._id } },
              { name: 'suggest_action', arguments: { type: 'open_content', id: persona._id } },
            ],
          }
        : {
            text: 'Oil it.',
            citations: [
              { start: 0, end: 3, documentIds: [documents[0]?.id ?? ''] },
              { start: 4, end: 6, documentIds: [documents[0]?.id ?? ''] },
            ],
          },
  });
  const { sessionId, citations } = await answer(site, { message: 'oil the chain' });
  const [trace] = await traces(sessionId);
  const chunkId = citations?.[0]?.sources[0]?.chunkId;
  expect(trace).toEqual({
    keywordTriggers: {
      checked: 3,
      matched: [
        { id: fired.id, value: 'chain', fired: true },
        { id: shadowed.id, value: 'oil', fired: false },
      ],
    },
    persona: { id: persona._id, slug: 'host' },
    unavailable: null,
    queries: ['oil the chain'],
    candidates: [{ chunkId, sourceId: item._id, title: 'Chain', score: 1, given: true }],
    documents: [{ chunkId, sourceId: item._id, title: 'Chain' }],
    prompt: [
      { role: 'system', content: expect.stringMatching(/^You host\./) },
      { role: 'user', content: 'oil the chain' },
    ],
    rounds: 2,
    finish: 'complete',
    toolCalls: [{ name: 'stock', input: {}, output: { ok: true } }],
    intent: { name: 'care', confidence: 0.97, trigger: intent.id },
    citations: { given: 2, kept: 2, dropped: {} },
    droppedCitations: [],
    actions: { given: 2, kept: 1 },
    tokens: { input: 33, output: 1 + 2 + 1 },
    steps: expect.any(Array),
  });
  const names = trace?.steps.map(({ name }) => name) ?? [];
  expect(names.toSorted()).toEqual([
    'compose',
    'converse',
    'detect intent',
    'prepare',
    'read history',
    'recall',
    'retrieve',
    'verify citations',
  ]);
  expect(trace?.steps.every(({ ms }) => ms >= 0)).toBe(true);
});

test('a turn without the agent is traced as far as it went', async () => {
  const other = await site.create('/triggers', {
    type: 'keyword',
    trigger: { value: 'stop' },
    options: { skipAgent: true },
  });
  const { sessionId } = await answer(site, { message: 'stop' });
  expect(await traces(sessionId)).toMatchObject([
    {
      keywordTriggers: { matched: [{ id: other.id, fired: true }] },
      rounds: 0,
      prompt: null,
      tokens: { input: 0, output: 0 },
    },
  ]);
});

test('use of models is added up by day and model, the small calls included', async () => {
  const fresh = await agent.service.site();
  await fresh.create('/triggers', { type: 'intent', trigger: { value: 'care', examples: ['hello'] } });
  await fresh.create('/personas', { name: 'Quick', slug: 'quick', systemPrompt: 'Quick.', capabilityTier: 'fast' });
  script(agent.cohere, { talk: () => ({ text: 'One two three.' }), write: () => ({ text: 'a query' }) });
  const { sessionId, metadata } = await answer(fresh, { message: 'hello' });
  expect(metadata.tokensUsed).toBe(11 + 3 + 11 + 1);
  await answer(fresh, { message: 'again', sessionId, personaId: 'quick' });
  const { data } = await fresh.graphql('{ modelUsage { day model turns inputTokens outputTokens } }');
  const day = new Date().toISOString().slice(0, 10);
  expect(data).toEqual({
    modelUsage: [
      // The intent of the first turn; the query, the intent that was none, and the answer of the second.
      { day, model: 'command-a-03-2025', turns: 1, inputTokens: 11, outputTokens: 3 },
      { day, model: 'command-r7b-12-2024', turns: 2, inputTokens: 44, outputTokens: 1 + 2 + 1 + 3 },
    ],
  });
  const { data: elsewhere } = await (await agent.service.site()).graphql('{ modelUsage { day } }');
  expect(elsewhere).toEqual({ modelUsage: [] });
});

describe('modelUsage', () => {
  const USAGE = `query ($from: String, $to: String) {
    modelUsage(from: $from, to: $to) { day model turns inputTokens outputTokens cost }
  }`;
  const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  test('has the cost of a model with a price, also of more tokens than an Int holds; of another model null', async () => {
    const fresh = await agent.service.site();
    await agent.service.app.database.system.rows(
      `insert into model_usage (site_id, day, model, turns, input_tokens, output_tokens) values
         ($1, $2, 'command-a-03-2025', 2, 4000000000, 100000), ($1, $2, 'other', 1, 10, 10)`,
      [fresh.id, dayBefore(0)],
    );
    const { data } = await fresh.graphql(USAGE);
    const day = dayBefore(0);
    expect(data).toEqual({
      modelUsage: [
        { day, model: 'command-a-03-2025', turns: 2, inputTokens: 2 ** 31 - 1, outputTokens: 100_000, cost: 10_001 },
        { day, model: 'other', turns: 1, inputTokens: 10, outputTokens: 10, cost: null },
      ],
    });
  });

  test('is of the days from `from` to `to`, by default of the last 90, at most of 366', async () => {
    const fresh = await agent.service.site();
    await agent.service.app.database.system.rows(
      `insert into model_usage (site_id, day, model, turns, input_tokens, output_tokens)
       select $1, day::date, 'm', 1, 1, 1 from unnest($2::text[]) day`,
      [fresh.id, [0, 89, 90, 300].map(dayBefore)],
    );
    const days = async (variables: object) => {
      const { data, errors } = await fresh.graphql<{ modelUsage: { day: string }[] }>(USAGE, variables);
      return data?.modelUsage?.map(({ day }) => day) ?? errors?.[0]?.message;
    };
    expect(await days({})).toEqual([dayBefore(0), dayBefore(89)]);
    expect(await days({ from: dayBefore(90), to: dayBefore(89) })).toEqual([dayBefore(89), dayBefore(90)]);
    expect(await days({ from: dayBefore(365) })).toHaveLength(4);
    expect(await days({ to: dayBefore(300) })).toEqual([dayBefore(300)]);
    expect(await days({ from: dayBefore(366) })).toBe('from and to must span at most 366 days');
    expect(await days({ from: dayBefore(0), to: dayBefore(1) })).toBe('from must not be after to');
    for (const day of ['2026-02-30', '1.1.2026', '2026-1-1', '0000-01-01']) {
      expect(await days({ from: day })).toBe('from must be a day such as 2026-11-21');
    }
  });
});

test('traces older than their days are deleted, newer ones are kept', async () => {
  script(agent.cohere, { talk: () => ({ text: 'Yes.' }) });
  const { sessionId } = await answer(site, { message: 'old' });
  await answer(site, { message: 'new', sessionId });
  const { database } = agent.service.app;
  await database.system.rows(
    `update chat_turn set created_at = now() - interval '3 days 1 minute' where message = 'old'`,
  );
  await deleteExpiredTraces(database.system, 3);
  const kept = await traces(sessionId);
  expect(kept.map((trace) => trace !== null)).toEqual([false, true]);
});

test('maintenance runs when a worker starts', async () => {
  const kept = gate();
  const runner = new JobRunner({
    jobs: agent.service.app.features.jobs,
    outages: agent.service.app.features.outages,
    handlers: {},
    log: createLogger('silent'),
    slots: 0,
    maxAttemptMs: 60_000,
    maintenance: async () => kept.open(),
  });
  await runner.start({ alone: false });
  await kept.opened;
  await runner.stop(0);
});
