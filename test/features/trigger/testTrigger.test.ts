import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/shared/logger.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { createTrigger, intent, keyword } from './triggers.ts';

interface Explained {
  agentAnswers: boolean;
  matches: { trigger: { trigger: { value: string } }; phase: string; confidence: number | null; shadowed: boolean }[];
}

/** One more instance of the service on a database. */
async function startOn(database: Config['database'], environment: Record<string, string> = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const settings = { PORT: '0', DATA_DIR: dataDir, ADMIN_KEY, LOG_LEVEL: 'fatal', ...environment };
  const app = await createApp({ ...parseConfig(settings), database }, createLogger('fatal'));
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return new TestService(app, url, dataDir, () => rm(dataDir, { recursive: true, force: true }));
}

const QUERY = `query ($message: String!) {
  testTrigger(message: $message) {
    agentAnswers
    matches { trigger { trigger { value } } phase confidence shadowed }
  }
}`;

let services: TestService[] = [];
let site: TestSite;
/** The same site, seen through the other instance. */
let elsewhere: TestSite;
let dropDatabase: () => Promise<void>;

beforeAll(async () => {
  const { host, port, user, name, drop } = await createTestDatabase();
  dropDatabase = drop;
  const database = { host, port, user, database: name };
  services = [await startOn(database), await startOn(database), await startOn(database, { AGENT: 'off' })];
});
beforeEach(async () => {
  const [one, other] = services;
  site = await one!.site();
  elsewhere = new TestSite(other!, site.id, site.key);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await dropDatabase();
});

async function explain(message: string, at = site): Promise<Explained> {
  const { data, errors } = await at.graphql<{ testTrigger: Explained }>(QUERY, { message });
  if (!data?.testTrigger) throw new Error(errors?.[0]?.message);
  return data.testTrigger;
}
const matched = async (message: string, at = site) =>
  (await explain(message, at)).matches.map(({ trigger }) => trigger.trigger.value);

describe('testTrigger', () => {
  test('names every keyword trigger that matches, in the order of checking; all but the first are shadowed', async () => {
    await createTrigger(site, keyword('order'));
    await createTrigger(site, keyword('late + order', { options: { priority: 9 } }));
    await createTrigger(site, keyword('late, lost'));
    await createTrigger(site, keyword('[late]', { options: { priority: 99 } }));
    await createTrigger(site, keyword('my order', { enabled: false, options: { priority: 99 } }));
    await createTrigger(await services[0]!.site(), keyword('late'));
    const { agentAnswers, matches } = await explain('My order is LATE');
    expect(agentAnswers).toBe(true);
    expect(matches).toEqual(
      ['late + order', 'order', 'late, lost'].map((value, index) => ({
        trigger: { trigger: { value } },
        phase: 'pre-agent',
        confidence: null,
        shadowed: index > 0,
      })),
    );
    expect(await explain('nothing of that')).toEqual({ agentAnswers: true, matches: [] });
  });

  test('checks in the order of the list', async () => {
    for (const [index, priority] of [0, 2, 2, -1, 0].entries()) {
      await createTrigger(site, keyword(`w, x${index}`, { options: { priority } }));
    }
    const { body } = await site.get<{ triggers: { trigger: { value: string } }[] }>('/triggers');
    expect(await matched('w')).toEqual(body.data.triggers.map(({ trigger }) => trigger.value));
  });

  test('names the intent triggers that the detection reaches, with its confidence', async () => {
    const examples = ['I want to cancel my membership', 'please end my subscription'];
    await createTrigger(site, intent('cancel', examples));
    await createTrigger(site, intent('cancel', [], { options: { priority: 5 } }));
    await createTrigger(site, intent('pricing', ['how much does it cost']));
    await createTrigger(site, keyword('cancel'));
    const { matches } = await explain('I want to cancel my membership');
    expect(matches).toEqual([
      { trigger: { trigger: { value: 'cancel' } }, phase: 'pre-agent', confidence: null, shadowed: false },
      { trigger: { trigger: { value: 'cancel' } }, phase: 'post-agent', confidence: 1, shadowed: false },
      { trigger: { trigger: { value: 'cancel' } }, phase: 'post-agent', confidence: 1, shadowed: true },
    ]);
    expect(await matched('how much does it cost')).toEqual(['pricing']);
  });

  test('an intent matches only when the confidence reaches the trigger’s', async () => {
    const examples = ['where is my parcel'];
    await createTrigger(site, { type: 'intent', trigger: { value: 'track', examples, confidence: 0.31 } });
    await createTrigger(site, { type: 'intent', trigger: { value: 'track', examples, confidence: 1 } });
    const { matches } = await explain('where is the parcel, please');
    expect(matches).toHaveLength(1);
    expect(matches[0]?.confidence).toBeGreaterThanOrEqual(0.31);
    expect(matches[0]?.confidence).toBeLessThan(1);
    expect(await matched('where is my parcel')).toEqual(['track', 'track']);
  });

  test('a keyword trigger that skips the agent shadows the intents; behind another it does not', async () => {
    await createTrigger(site, intent('refund', ['give me a refund'], { options: { priority: 50 } }));
    const skipping = await createTrigger(site, keyword('refund', { options: { skipAgent: true } }));
    expect(await explain('give me a refund')).toMatchObject({
      agentAnswers: false,
      matches: [
        { phase: 'pre-agent', shadowed: false },
        { phase: 'post-agent', shadowed: true },
      ],
    });
    await createTrigger(site, keyword('give', { options: { priority: 1 } }));
    expect(await explain('give me a refund')).toMatchObject({
      agentAnswers: true,
      matches: [
        { shadowed: false },
        { trigger: { trigger: { value: skipping.trigger.value } }, shadowed: true },
        { shadowed: false },
      ],
    });
  });

  test('without a model there are no intents, but keywords', async () => {
    await createTrigger(site, intent('refund', ['give me a refund']));
    await createTrigger(site, keyword('give'));
    const modelless = new TestSite(services[2]!, site.id, site.key);
    expect(await matched('give me a refund', modelless)).toEqual(['give']);
  });

  test.each([
    ['without text', '  ', 'message is required'],
    ['longer than one of the chat', 'x'.repeat(8_001), 'message must have at most 8000 characters'],
  ])('a message %s is rejected', async (_which, message, error) => {
    await expect(explain(message)).rejects.toThrow(error);
  });
});

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
    const other = await createTrigger(await services[0]!.site(), keyword('gamma'));
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

describe('triggerReport', () => {
  const report = async (at = site) => {
    const { data, errors } = await at.graphql<{ triggerReport: Record<string, unknown> & { problems: unknown[] } }>(
      `{ triggerReport { checked isComplete isAgentConfigured total problems {
        trigger { trigger { value } } kind neverFires coveredBy { trigger { value } } missing
      } } }`,
    );
    if (!data?.triggerReport) throw new Error(errors?.[0]?.message);
    return data.triggerReport;
  };
  const answering = (value: string, changes: object = {}) => keyword(value, { response: { message: 'm' }, ...changes });
  const covered = (value: string, ...by: string[]) => ({
    trigger: { trigger: { value } },
    kind: 'covered',
    neverFires: true,
    coveredBy: by.map((each) => ({ trigger: { value: each } })),
    missing: [],
  });

  test('finds keyword triggers for which earlier ones are always used', async () => {
    await createTrigger(site, answering('refund'));
    await createTrigger(site, answering('late + order', { options: { priority: 5 } }));
    await createTrigger(site, answering('my refund, [refund]'));
    await createTrigger(site, answering('the refund, refunds'));
    await createTrigger(site, answering('order + very late + refused'));
    await createTrigger(site, answering('[order], order'));
    await createTrigger(site, answering('refund please, late my order'));
    await createTrigger(site, answering('refund + order', { options: { priority: 9 } }));
    const { problems, ...rest } = await report();
    expect(problems).toEqual([
      covered('my refund, [refund]', 'refund'),
      covered('order + very late + refused', 'late + order'),
      covered('refund please, late my order', 'refund', 'late + order'),
    ]);
    expect(rest).toEqual({ checked: 8, isComplete: true, isAgentConfigured: true, total: 3 });
  });

  test('what it calls covered never fires, whatever the message', async () => {
    const words = ['a', 'b', 'c'];
    const patterns = ['a', 'a + b', 'b, c', 'c + a', '[a b]', 'b a', 'a b c', '[c]', 'b + c'];
    for (const [index, value] of patterns.entries()) {
      await createTrigger(site, answering(value, { options: { priority: (index * 7) % 4 } }));
    }
    const { problems } = (await report()) as { problems: ReturnType<typeof covered>[] };
    const never = new Set(problems.map(({ trigger }) => trigger.trigger.value));
    expect(never.size).toBeGreaterThan(0);
    const messages = words.flatMap((one) => [
      one,
      ...words.flatMap((two) => [`${one} ${two}`, ...words.map((three) => `${one} ${two} ${three}`)]),
    ]);
    const fired = new Set<string>();
    for (const message of messages) fired.add((await matched(message))[0] ?? '');
    expect([...fired].filter((value) => never.has(value))).toEqual([]);
    // Every pattern that is not reported does fire for one of these messages.
    expect(patterns.filter((value) => !never.has(value) && !fired.has(value))).toEqual([]);
  });

  test('finds intents behind one that needs no more confidence, disabled triggers and those without effect', async () => {
    const track = (confidence: number, priority: number) => ({
      type: 'intent',
      trigger: { value: 'track', confidence },
      response: { message: `${confidence}` },
      options: { priority },
    });
    await createTrigger(site, track(0.8, 3));
    await createTrigger(site, track(0.9, 2));
    await createTrigger(site, track(0.5, 1));
    await createTrigger(site, keyword('quiet'));
    await createTrigger(site, answering('silent', { options: { actionsOnly: true } }));
    await createTrigger(site, answering('off', { enabled: false }));
    await createTrigger(await services[0]!.site(), keyword('elsewhere'));
    const { problems } = await report();
    expect(problems).toMatchObject([
      { trigger: { trigger: { value: 'quiet' } }, kind: 'no_effect', neverFires: false },
      { trigger: { trigger: { value: 'silent' } }, kind: 'no_effect', neverFires: false },
      { ...covered('track', 'track') },
      { trigger: { trigger: { value: 'off' } }, kind: 'disabled', neverFires: true },
    ]);
    const modelless = new TestSite(services[2]!, site.id, site.key);
    expect(await report(modelless)).toMatchObject({ isAgentConfigured: false });
  });

  test('finds actions with content that is deleted or a draft, but not what is only restricted', async () => {
    const item = (changes: object) =>
      site.create('/content', {
        externalId: randomUUID(),
        type: 'article',
        title: 't',
        status: 'published',
        ...changes,
      });
    const [open, draft, premium] = [
      await item({}),
      await item({ status: 'draft' }),
      await item({ accessLevel: 'premium' }),
    ];
    const opens = (value: string, contentId: string) =>
      createTrigger(site, keyword(value, { response: { contentId } }));
    await opens('open', open._id);
    await opens('premium', premium._id);
    await opens('draft', draft._id);
    await opens('elsewhere', 'article-7');
    const product = { type: 'show_product', payload: { productId: '01890000-0000-7000-8000-000000000000' } };
    await createTrigger(site, answering('deleted', { actions: [product] }));
    expect((await report()).problems).toMatchObject([
      { trigger: { trigger: { value: 'draft' } }, kind: 'missing_target', neverFires: false, missing: [draft._id] },
      { trigger: { trigger: { value: 'deleted' } }, kind: 'missing_target', missing: [product.payload.productId] },
    ]);
  });
});

describe('What is remembered of the triggers', () => {
  test('is right at once on every instance after each creation, change and deletion', async () => {
    for (const [writer, reader] of [
      [site, site],
      [site, elsewhere],
      [elsewhere, site],
    ] as const) {
      expect(await matched('alpha beta', reader)).toEqual([]);
      const { id } = await createTrigger(writer, keyword('alpha'));
      expect(await matched('alpha beta', reader)).toEqual(['alpha']);
      await writer.put(`/triggers/${id}`, { trigger: { value: 'beta' } });
      expect(await matched('alpha beta', reader)).toEqual(['beta']);
      await writer.put(`/triggers/${id}`, { enabled: false });
      expect(await matched('alpha beta', reader)).toEqual([]);
      await writer.put(`/triggers/${id}`, { enabled: true });
      expect(await matched('alpha beta', reader)).toEqual(['beta']);
      await writer.delete(`/triggers/${id}`);
      expect(await matched('alpha beta', reader)).toEqual([]);
    }
  });

  test('does not rely on clocks: a change from an instance whose clock is behind shows', async () => {
    const { id } = await createTrigger(site, keyword('alpha'));
    await createTrigger(site, keyword('ahead'));
    const scope = services[0]!.app.database.forSite(site.id);
    await scope.rows(`update trigger set updated_at = now() + interval '1 hour' where value = 'ahead'`);
    expect(await matched('alpha beta', elsewhere)).toEqual(['alpha']);
    await site.put(`/triggers/${id}`, { trigger: { value: 'beta' } });
    expect(await matched('alpha beta', elsewhere)).toEqual(['beta']);
  });

  test('a rejected change leaves it as it is', async () => {
    const { id } = await createTrigger(site, keyword('alpha'));
    await createTrigger(site, keyword('beta'));
    expect((await site.put(`/triggers/${id}`, { trigger: { value: 'BETA' } })).status).toBe(409);
    expect(await matched('alpha beta')).toEqual(['alpha', 'beta']);
  });

  test('while triggers are written everywhere at once, what is seen in the end is what is stored', async () => {
    const writers = [site, elsewhere];
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const writer = writers[n % 2]!;
        const { id } = await createTrigger(writer, keyword(`storm, t${n}`));
        if (n % 3 === 0) await writer.delete(`/triggers/${id}`);
        if (n % 3 === 1) await writer.put(`/triggers/${id}`, { options: { priority: n } });
        await matched('storm', writers[(n + 1) % 2]);
      }),
    );
    const { body } = await site.get<{ triggers: { trigger: { value: string } }[] }>('/triggers');
    const stored = body.data.triggers.map(({ trigger }) => trigger.value);
    expect(stored).toHaveLength(16);
    expect(await matched('storm')).toEqual(stored);
    expect(await matched('storm', elsewhere)).toEqual(stored);
  });

  test('goes with its site', async () => {
    await createTrigger(site, keyword('alpha'));
    await services[0]!.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: site.id });
    const scope = services[0]!.app.database.forSite(site.id);
    expect(await scope.rows('select 1 from trigger_version')).toEqual([]);
  });
});
