import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { DOUBLE, FULL_TRIGGER, createTrigger, intent, keyword, listTriggers } from './triggers.ts';

describe('POST /triggers', () => {
  const service = useService();
  const site = useSiteForEach(service);

  const refused = async (body: unknown) => {
    const answer = await site.post('/triggers', body);
    return { status: answer.status, error: answer.body.error };
  };

  test('with type and value alone: the whole trigger with its defaults', async () => {
    const { status, body } = await site.post('/triggers', keyword(' Refund '));
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        type: 'keyword',
        trigger: { value: 'Refund', confidence: 0.7, examples: [] },
        response: {},
        actions: [],
        options: { skipAgent: false, actionsOnly: false, priority: 0 },
        enabled: true,
        tags: [],
        createdAt: expect.stringMatching(/Z$/) as string,
        revision: 1,
        updatedAt: expect.stringMatching(/Z$/) as string,
      },
    });
  });

  test('keeps every field and answers it again', async () => {
    const trigger = await createTrigger(site, FULL_TRIGGER);
    expect(trigger).toMatchObject(FULL_TRIGGER);
    expect((await site.get(`/triggers/${trigger.id}`)).body.data).toEqual(trigger);
  });

  test('null for whatever may be left out is as leaving it out', async () => {
    const none = { response: null, actions: null, options: null, enabled: null, tags: null };
    const trigger = await createTrigger(site, { ...keyword('a', none), trigger: { value: 'a', confidence: null } });
    const plain = await createTrigger(site, keyword('b'));
    const own = { id: '', trigger: 0, createdAt: '', updatedAt: '' };
    expect({ ...trigger, ...own }).toEqual({ ...plain, ...own });
    expect(trigger.trigger.confidence).toBe(0.7);
  });

  test('a message or content id without text is none', async () => {
    const trigger = await createTrigger(site, keyword('a', { response: { message: ' ', contentId: '' } }));
    expect(trigger.response).toEqual({});
  });

  test.each<[unknown, string]>([
    [{ type: 'regex', trigger: { value: 'x' } }, 'type must be "keyword" or "intent"'],
    [{ type: 1, trigger: { value: 'x' } }, 'type must be "keyword" or "intent"'],
    [{ trigger: { value: 'x' } }, 'type is required'],
    [{ type: 'keyword' }, 'trigger.value is required'],
    [{ type: 'intent', trigger: null }, 'trigger.value is required'],
    [{ type: 'keyword', trigger: {} }, 'trigger.value is required'],
    [{ type: 'keyword', trigger: { value: null } }, 'trigger.value is required'],
    [keyword(''), 'trigger.value is required'],
    [intent(' '), 'trigger.value is required'],
    [{ type: 'keyword', trigger: { value: 7 } }, 'trigger.value must be a string'],
    [keyword('x'.repeat(2_001)), 'trigger.value must have at most 2000 characters'],
    [intent('x'.repeat(301)), 'trigger.value must have at most 300 characters'],
    [{ type: 'intent', trigger: { value: 'x', confidence: 1.01 } }, 'trigger.confidence must be a number from 0 to 1'],
    [{ type: 'intent', trigger: { value: 'x', confidence: -0.1 } }, 'trigger.confidence must be a number from 0 to 1'],
    [{ type: 'intent', trigger: { value: 'x', confidence: '1' } }, 'trigger.confidence must be a number'],
    [intent('x', ['a', ' ']), 'trigger.examples[1] must not be empty'],
    [intent('x', Array(51).fill('x')), 'trigger.examples must have at most 50 entries'],
    [keyword('x', { response: { message: 'x'.repeat(5_001) } }), 'response.message must have at most 5000 characters'],
    [keyword('x', { response: 'hello' }), 'response must be an object'],
    [keyword('x', { actions: {} }), 'actions must be an array of objects'],
    [
      keyword('x', { actions: Array.from({ length: 21 }, () => ({ type: 'custom', payload: {} })) }),
      'actions must have at most 20 entries',
    ],
    [keyword('x', { actions: [{ payload: {} }] }), 'actions[0].type is required'],
    [keyword('x', { actions: [{ type: 'custom' }] }), 'actions[0].payload is required'],
    [
      keyword('x', { actions: [{ type: 'fly', payload: {} }] }),
      'actions[0].type must be "navigate", "open_url", "open_content", "play_video", "show_product", "add_to_cart", "open_modal", "trigger_event" or "custom"',
    ],
    [
      keyword('x', { actions: [{ type: 'open_url', payload: { url: 'javascript:alert(1)' } }] }),
      'actions[0].payload.url must be an http or https URL',
    ],
    [
      keyword('x', { actions: [{ type: 'custom', payload: {}, label: 'x'.repeat(301) }] }),
      'actions[0].label must have at most 300 characters',
    ],
    [
      keyword('x', { options: { priority: 1_000_001 } }),
      'options.priority must be a whole number from -1000000 to 1000000',
    ],
    [keyword('x', { options: { priority: 1.5 } }), 'options.priority must be an integer'],
    [keyword('x', { options: { skipAgent: 'no' } }), 'options.skipAgent must be true or false'],
    [keyword('x', { enabled: 'no' }), 'enabled must be true or false'],
    [keyword('x', { tags: [''] }), 'tags[0] must not be empty'],
    [keyword('x', { tags: ['x'.repeat(201)] }), 'tags[0] must have at most 200 characters'],
    [keyword('a,,b'), 'trigger.value must not have an empty part'],
    [keyword('a+'), 'trigger.value must not have an empty part'],
    [keyword('[ ]'), 'trigger.value must not have an empty part'],
    [keyword('[a] b'), 'trigger.value must have [ ] only around a complete alternative'],
  ])('%j is 400 %j', async (body, error) => {
    expect(await refused(body)).toEqual({ status: 400, error });
    expect((await listTriggers(site)).pagination.total).toBe(0);
  });

  test('reports all errors together', async () => {
    const { body } = await site.post('/triggers', {
      ...keyword('a+', { actions: [{ type: 'navigate', payload: {} }], options: { priority: 2_000_000 }, tags: [' '] }),
    });
    expect(body.details?.map(({ field }) => field)).toEqual([
      'options.priority',
      'tags[0]',
      'trigger.value',
      'actions[0].payload.route',
    ]);
  });

  test('an intent may be called what would be no pattern', async () => {
    expect((await createTrigger(site, intent('[ask], price +'))).trigger.value).toBe('[ask], price +');
  });

  test.each(['refund', ' REFUND ', 'Ｒｅｆｕｎｄ'])(
    'a keyword trigger for "Refund" and one for %j: 409, on the same site only',
    async (value) => {
      await createTrigger(site, keyword('Refund'));
      const { status, body } = await site.post('/triggers', keyword(value));
      expect({ status, body }).toMatchObject({ status: 409, body: conflictAt('trigger.value', DOUBLE) });
      await createTrigger(await service.site(), keyword(value));
    },
  );

  test.each([
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδος'],
    ['money  back', 'Money Back'],
  ])('%j and %j are one value', async (one, other) => {
    await createTrigger(site, keyword(one));
    expect(await refused(keyword(other))).toEqual({ status: 409, error: DOUBLE });
  });

  test('intents may share a name, also with a keyword; a disabled keyword trigger still has its value', async () => {
    await createTrigger(site, intent('refund'));
    await createTrigger(site, intent('refund'));
    await createTrigger(site, keyword('refund', { enabled: false }));
    expect(await refused(keyword('refund'))).toEqual({ status: 409, error: DOUBLE });
  });

  test('long values with the same beginning are distinguished', async () => {
    const long = 'x'.repeat(1_990);
    await createTrigger(site, keyword(`${long} a`));
    await createTrigger(site, keyword(`${long} b`));
    expect((await refused(keyword(`${long} A`))).status).toBe(409);
  });

  test('of ten creations of one value at once one succeeds and nine are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => refused(keyword(n % 2 ? 'Rush' : 'rush '))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === DOUBLE)).toHaveLength(9);
  });

  test('a site has at most 20,000, also when several are created at once', async () => {
    await createTrigger(site, keyword('first'));
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into trigger select (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'value_key', 'copy ' || n))).* from trigger t, generate_series(1, 19998) n`,
    );
    const answers = await Promise.all([1, 2, 3].map((n) => refused(keyword(`last ${n}`))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.error).toBe('A site has at most 20000 triggers');
  });

  test('is not for a key that only reads', async () => {
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const headers = { 'x-svc-api-key': secret };
    expect((await site.call('POST', '/triggers', keyword('x'), headers)).status).toBe(403);
    expect((await site.get('/triggers', headers)).status).toBe(200);
  });
});
