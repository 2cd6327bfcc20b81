import { describe, expect, test } from 'vitest';
import { useSiteForEach } from '../../support/use-service.ts';
import { DOUBLE, FULL_TRIGGER, type TriggerAnswer, createTrigger, intent, keyword } from './triggers.ts';

describe('PUT /triggers/:id', () => {
  const site = useSiteForEach();

  const put = async (id: string, changes: object): Promise<TriggerAnswer> => {
    const { status, body } = await site.put<TriggerAnswer>(`/triggers/${id}`, changes);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data;
  };
  const refused = async (id: string, changes: object) => {
    const { status, body } = await site.put(`/triggers/${id}`, changes);
    return { status, error: body.error };
  };

  test('an empty body changes nothing', async () => {
    const before = await createTrigger(site, FULL_TRIGGER);
    expect(await put(before.id, {})).toEqual(before);
  });

  test('every field by itself is changed, and only that one', async () => {
    const { id } = await createTrigger(site, intent('plain'));
    const { type: _type, ...fields } = FULL_TRIGGER;
    for (const [field, value] of Object.entries(fields)) {
      const { updatedAt: earlier, revision, ...before } = (await site.get<TriggerAnswer>(`/triggers/${id}`)).body.data;
      const { updatedAt, revision: increased, ...after } = await put(id, { [field]: value });
      expect(after).toEqual({ ...before, [field]: value });
      expect(updatedAt >= earlier).toBe(true);
      expect(increased).toBe(revision + 1);
    }
  });

  test('a part of trigger, response or options leaves its other parts', async () => {
    const { id } = await createTrigger(site, FULL_TRIGGER);
    const after = await put(id, {
      trigger: { confidence: 0.5 },
      response: { message: 'New' },
      options: { priority: 1 },
    });
    expect(after).toMatchObject({
      trigger: { ...FULL_TRIGGER.trigger, confidence: 0.5 },
      response: { contentId: 'article-7', message: 'New' },
      options: { skipAgent: true, actionsOnly: true, priority: 1 },
    });
    expect((await put(id, { trigger: { value: ' other ' } })).trigger).toEqual({
      ...FULL_TRIGGER.trigger,
      confidence: 0.5,
      value: 'other',
    });
    expect((await put(id, { response: { contentId: 'x' } })).response).toEqual({ contentId: 'x', message: 'New' });
    expect((await put(id, { options: { skipAgent: false } })).options).toMatchObject({ priority: 1, skipAgent: false });
  });

  test('null clears or takes the default', async () => {
    const { id } = await createTrigger(site, FULL_TRIGGER);
    const inner = await put(id, {
      trigger: { confidence: null, examples: null },
      response: { message: null },
      options: { priority: null },
    });
    expect(inner).toMatchObject({
      trigger: { value: 'cancel-membership', confidence: 0.7, examples: [] },
      options: { skipAgent: true, actionsOnly: true, priority: 0 },
    });
    expect(inner.response).toEqual({ contentId: 'article-7' });
    const outer = await put(id, { response: null, options: null, actions: null, enabled: null, tags: null });
    expect(outer).toMatchObject({
      response: {},
      options: { skipAgent: false, actionsOnly: false, priority: 0 },
      actions: [],
      enabled: true,
      tags: [],
    });
    expect(outer.response).toEqual({});
  });

  test('a message without text is none', async () => {
    const { id } = await createTrigger(site, FULL_TRIGGER);
    expect((await put(id, { response: { message: '' } })).response).toEqual({ contentId: 'article-7' });
  });

  test('actions and tags are replaced whole', async () => {
    const { id } = await createTrigger(site, FULL_TRIGGER);
    const action = { type: 'open_modal', payload: { modalId: 'm', modalData: { x: 1 } } };
    expect(await put(id, { actions: [action], tags: ['one'] })).toMatchObject({ actions: [action], tags: ['one'] });
  });

  test('the type stays: REST ignores it, GraphQL does not know it', async () => {
    const { id } = await createTrigger(site, intent('[a'));
    expect((await put(id, { type: 'keyword', enabled: false })).type).toBe('intent');
    const { errors } = await site.graphql(
      'mutation ($id: ID!, $input: UpdateTriggerInput!) { updateTrigger(id: $id, input: $input) { id } }',
      { id, input: { type: 'keyword' } },
    );
    expect(errors?.[0]?.message).toContain('"type" is not defined');
  });

  test.each<[object, string]>([
    [{ trigger: { value: null } }, 'trigger.value is required'],
    [{ trigger: { value: ' ' } }, 'trigger.value is required'],
    [{ trigger: null }, 'trigger must not be empty'],
    [{ trigger: { value: 'a,' } }, 'trigger.value must not have an empty part'],
    [{ trigger: { confidence: 2 } }, 'trigger.confidence must be a number from 0 to 1'],
    [
      { actions: [{ type: 'navigate', payload: { route: '//evil.example' } }] },
      'actions[0].payload.route must be a route within the application',
    ],
    [{ options: { priority: -1_000_001 } }, 'options.priority must be a whole number from -1000000 to 1000000'],
    [{ tags: 'x' }, 'tags must be an array of strings'],
  ])('%j is 400 %j and changes nothing', async (changes, error) => {
    const before = await createTrigger(site, keyword('before'));
    expect(await refused(before.id, { enabled: false, ...changes })).toEqual({ status: 400, error });
    expect((await site.get(`/triggers/${before.id}`)).body.data).toEqual(before);
  });

  test('a value that another keyword trigger has is 409; its own in other letters is not', async () => {
    await createTrigger(site, keyword('Taken'));
    const { id } = await createTrigger(site, keyword('own'));
    expect(await refused(id, { trigger: { value: ' TAKEN ' } })).toEqual({ status: 409, error: DOUBLE });
    expect((await put(id, { trigger: { value: 'OWN' } })).trigger.value).toBe('OWN');
    const other = await createTrigger(site, intent('i'));
    expect((await put(other.id, { trigger: { value: 'taken' } })).trigger.value).toBe('taken');
  });

  test('a value that a trigger has left is free', async () => {
    const { id } = await createTrigger(site, keyword('old'));
    await put(id, { trigger: { value: 'new' } });
    await createTrigger(site, keyword('OLD'));
  });

  test('of five triggers that take one value at once one gets it', async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) ids.push((await createTrigger(site, keyword(`t${n}`))).id);
    const answers = await Promise.all(ids.map((id) => refused(id, { trigger: { value: 'wanted' } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });

  test('changes of different fields at once do not undo each other', async () => {
    const { id } = await createTrigger(site, keyword('k'));
    await Promise.all([
      put(id, { response: { message: 'm' } }),
      put(id, { response: { contentId: 'c' } }),
      put(id, { options: { priority: 4 } }),
      put(id, { options: { skipAgent: true } }),
      put(id, { tags: ['t'] }),
    ]);
    expect((await site.get<TriggerAnswer>(`/triggers/${id}`)).body.data).toMatchObject({
      response: { message: 'm', contentId: 'c' },
      options: { priority: 4, skipAgent: true },
      tags: ['t'],
    });
  });
});
