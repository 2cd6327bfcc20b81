import { describe, expect, test } from 'vitest';
import { useEmittedChecker } from '../../rest/support/emitted-checker.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { FULL_TRIGGER, UNKNOWN, createTrigger, intent, keyword, listTriggers } from './triggers.ts';

describe('GET /triggers', () => {
  const service = useService();
  const site = useSiteForEach(service);
  const check = useEmittedChecker();

  const values = async (query = '') => (await listTriggers(site, query)).triggers.map(({ trigger }) => trigger.value);

  test('answers whole triggers and where the page lies', async () => {
    const trigger = await createTrigger(site, FULL_TRIGGER);
    expect((await site.get('/triggers')).body).toEqual({
      success: true,
      data: { triggers: [trigger], pagination: { total: 1, limit: 50, offset: 0, hasMore: false } },
    });
  });

  test('type, enabled and tag choose; together all must hold', async () => {
    await createTrigger(site, keyword('k', { tags: ['a', 'b'] }));
    await createTrigger(site, keyword('off', { enabled: false, tags: ['a'] }));
    await createTrigger(site, intent('i', [], { tags: ['ab'] }));
    await createTrigger(await service.site(), keyword('foreign', { tags: ['a'] }));
    expect(await values()).toEqual(['k', 'off', 'i']);
    expect(await values('?type=keyword')).toEqual(['k', 'off']);
    expect(await values('?type=intent')).toEqual(['i']);
    expect(await values('?enabled=true')).toEqual(['k', 'i']);
    expect(await values('?enabled=false')).toEqual(['off']);
    expect(await values('?tag=a')).toEqual(['k', 'off']);
    expect(await values('?tag=A')).toEqual([]);
    expect(await values('?tag=a&enabled=true&type=keyword')).toEqual(['k']);
    expect((await listTriggers(site, '?tag=a')).pagination.total).toBe(2);
  });

  test('is in the order in which triggers are checked: by priority, equal ones the older first', async () => {
    const priorities = [0, 5, -3, 5, 0, 1_000_000, -1_000_000];
    for (const [index, priority] of priorities.entries()) {
      await createTrigger(site, keyword(`t${index}`, { options: { priority } }));
    }
    expect(await values()).toEqual(['t5', 't1', 't3', 't0', 't4', 't2', 't6']);
  });

  test('pages by limit and offset without gap or double', async () => {
    for (let n = 0; n < 5; n++) await createTrigger(site, keyword(`t${n}`, { options: { priority: n % 2 } }));
    const all = await values();
    const pages = await Promise.all([0, 2, 4, 6].map((offset) => listTriggers(site, `?limit=2&offset=${offset}`)));
    expect(pages.flatMap(({ triggers }) => triggers.map(({ trigger }) => trigger.value))).toEqual(all);
    expect(pages.map(({ pagination }) => pagination)).toEqual(
      [0, 2, 4, 6].map((offset) => ({ total: 5, limit: 2, offset, hasMore: offset < 4 })),
    );
  });

  test('has 50 a page unless asked for more, and at most 100', async () => {
    await createTrigger(site, keyword('first'));
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into trigger select (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'value_key', 'copy ' || n))).* from trigger t, generate_series(1, 119) n`,
    );
    for (const [query, length] of [
      ['', 50],
      ['?limit=70', 70],
      ['?limit=1000', 100],
    ] as const) {
      const { triggers, pagination } = await listTriggers(site, query);
      expect(triggers).toHaveLength(length);
      expect(pagination).toEqual({ total: 120, limit: length, offset: 0, hasMore: true });
    }
  });

  test.each([
    ['limit=0', 'limit must be at least 1'],
    ['limit=ten', 'limit must be an integer'],
    ['offset=-1', 'offset must be at least 0'],
    ['type=regex', 'type must be "keyword" or "intent"'],
    ['enabled=yes', 'enabled must be true or false'],
  ])('?%s is 400 %j', async (query, error) => {
    const { status, body } = await site.get(`/triggers?${query}`);
    expect({ status, error: body.error }).toEqual({ status: 400, error });
  });

  test('by id: a malformed one is 400, an unknown one and one of another site 404', async () => {
    const foreign = await createTrigger(await service.site(), keyword('foreign'));
    const calls = {
      GET: (id: string) => site.get(`/triggers/${id}`),
      PUT: (id: string) => site.put(`/triggers/${id}`, { enabled: false }),
      DELETE: (id: string) => site.delete(`/triggers/${id}`),
    };
    for (const call of Object.values(calls)) {
      for (const id of ['1', 'abc', `${UNKNOWN}0`, '%7B%7D']) {
        const { status, body } = await call(id);
        expect({ status, body }).toEqual({ status: 400, body: { success: false, error: 'Invalid trigger ID' } });
      }
      for (const id of [UNKNOWN, foreign.id]) {
        const { status, body } = await call(id);
        expect({ status, body }).toEqual({ status: 404, body: { success: false, error: 'Trigger not found' } });
      }
    }
  });

  test('DELETE answers the id, and the trigger is not found afterwards', async () => {
    const { id } = await createTrigger(site, keyword('short-lived'));
    expect((await site.delete(`/triggers/${id}`)).body).toEqual({ success: true, data: { id, deleted: true } });
    expect((await site.get(`/triggers/${id}`)).status).toBe(404);
    expect((await site.delete(`/triggers/${id}`)).status).toBe(404);
    await createTrigger(site, keyword('short-lived'));
  });

  test('answers are as the OpenAPI document says, with every field and with the fewest', async () => {
    const { id } = await createTrigger(site, FULL_TRIGGER);
    const answers = [
      ['CreateTrigger', await site.post('/triggers', keyword('a', { response: {} }))],
      ['CreateTrigger', await site.post('/triggers', keyword('a'))],
      ['CreateTrigger', await site.post('/triggers', { type: 'x' })],
      ['GetTrigger', await site.get(`/triggers/${id}`)],
      ['GetTrigger', await site.get('/triggers/x')],
      ['GetTrigger', await site.get(`/triggers/${UNKNOWN}`)],
      ['ListTriggers', await site.get('/triggers')],
      ['ListTriggers', await site.get('/triggers?limit=0')],
      ['UpdateTrigger', await site.put(`/triggers/${id}`, { response: null })],
      ['UpdateTrigger', await site.put('/triggers/x', {})],
      ['UpdateTrigger', await site.put(`/triggers/${UNKNOWN}`, {})],
      ['DeleteTrigger', await site.delete(`/triggers/${id}`)],
      ['DeleteTrigger', await site.delete(`/triggers/${id}`)],
    ] as const;
    expect(answers.map(([, { status }]) => status)).toEqual([
      200, 409, 400, 200, 400, 404, 200, 400, 200, 400, 404, 200, 404,
    ]);
    expect(answers.flatMap(([operation, { status, body }]) => check(operation, status, body))).toEqual([]);
  });

  test('GraphQL: create, read, page, change and delete by the same rules', async () => {
    const made = await site.graphql<{ createTrigger: { id: string } }>(
      'mutation ($input: CreateTriggerInput!) { createTrigger(input: $input) { id trigger { value confidence } } }',
      { input: keyword('a', { options: { priority: 3 } }) },
    );
    const id = made.data?.createTrigger.id;
    expect(made.data).toEqual({ createTrigger: { id, trigger: { value: 'a', confidence: 0.7 } } });
    await createTrigger(site, keyword('b'));
    await createTrigger(site, keyword('c', { options: { priority: 3 } }));
    interface Paged {
      triggers: { items: { trigger: { value: string } }[]; total: number; hasMore: boolean; endCursor: string };
    }
    const page = `query ($after: String) {
      triggers(page: {limit: 2, after: $after}) { items { trigger { value } } total hasMore endCursor }
    }`;
    const first = await site.graphql<Paged>(page);
    const second = await site.graphql<Paged>(page, { after: first.data?.triggers.endCursor });
    const pages = [first, second].map(({ data }) => data?.triggers);
    expect(pages.map((each) => [each?.total, each?.hasMore])).toEqual([
      [3, true],
      [3, false],
    ]);
    const seen = pages.flatMap((each) => each?.items.map(({ trigger }) => trigger.value));
    expect(seen).toEqual(['a', 'c', 'b']);
    const double = await site.graphql(
      'mutation ($id: ID!) { updateTrigger(id: $id, input: {trigger: {value: "B"}}) { id } }',
      {
        id,
      },
    );
    expect(double.errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT' });
    expect((await site.graphql('mutation ($id: ID!) { deleteTrigger(id: $id) { id deleted } }', { id })).data).toEqual({
      deleteTrigger: { id, deleted: true },
    });
    const deleted = await site.graphql('query ($id: ID!) { trigger(id: $id) { id } }', { id });
    expect(deleted.errors?.[0]).toMatchObject({ message: 'Trigger not found', extensions: { code: 'NOT_FOUND' } });
    const malformed = await site.graphql('{ trigger(id: "x") { id } }');
    expect(malformed.errors?.[0]).toMatchObject({ message: 'Invalid trigger ID', extensions: { code: 'BAD_REQUEST' } });
    const noValue = await site.graphql('mutation { createTrigger(input: {type: intent}) { id } }');
    expect(noValue.errors?.[0]?.message).toBe('trigger.value is required');
  });
});
