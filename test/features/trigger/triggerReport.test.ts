import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useOwnService, useService, useSiteForEach } from '../../support/use-service.ts';
import { createTrigger, keyword, matchedBy } from './triggers.ts';

const service = useService();
const site = useSiteForEach(service);
const withoutModel = useOwnService({ AGENT: 'off' });

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
    for (const message of messages) fired.add((await matchedBy(site, message))[0] ?? '');
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
    await createTrigger(await service.site(), keyword('elsewhere'));
    const { problems } = await report();
    expect(problems).toMatchObject([
      { trigger: { trigger: { value: 'quiet' } }, kind: 'no_effect', neverFires: false },
      { trigger: { trigger: { value: 'silent' } }, kind: 'no_effect', neverFires: false },
      { ...covered('track', 'track') },
      { trigger: { trigger: { value: 'off' } }, kind: 'disabled', neverFires: true },
    ]);
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

  test('says that the agent is not configured', async () => {
    expect(await report()).toMatchObject({ isAgentConfigured: true });
    expect(await report(await withoutModel.site())).toMatchObject({ isAgentConfigured: false });
  });
});
