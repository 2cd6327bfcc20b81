import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/app.ts';
import { type Config, parseConfig } from '../../../src/config.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { ADMIN_KEY, TestService } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { createTrigger, intent, keyword, matchedBy, testTrigger } from './triggers.ts';

/** One more instance of the service on a database. */
async function startOn(database: Config['database'], environment: Record<string, string> = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-test-'));
  const settings = { PORT: '0', DATA_DIR: dataDir, ADMIN_KEY, LOG_LEVEL: 'fatal', ...environment };
  const app = await createApp({ ...parseConfig(settings), database }, createLogger('fatal'));
  const url = await app.server.listen({ host: '127.0.0.1', port: 0 });
  return new TestService(app, url, dataDir, () => rm(dataDir, { recursive: true, force: true }));
}

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

const explain = (message: string) => testTrigger(site, message);
const matched = (message: string, at = site) => matchedBy(at, message);

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
    const scope = services[0]!.app.database.forSite(site.id, 'background');
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
    const scope = services[0]!.app.database.forSite(site.id, 'background');
    expect(await scope.rows('select 1 from trigger_version')).toEqual([]);
  });
});
