import { getIntrospectionQuery } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_SCHEMA_FIELDS } from '../../../src/features/site-schema/site-schemas.ts';
import { INSTANCES } from '../../support/instances.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createType } from '../content/items.ts';
import { Admin } from '../site/admin.ts';
import { ask } from './types.ts';

const service = useService();
const site = useSite(service);
const other = useSite(service);

async function keyWith(scopes: string[]): Promise<TestSite> {
  const { data } = await new Admin(service).createApiKey(site.id, { name: 'key', scopes });
  return new TestSite(service, site.id, data?.createApiKey.secret ?? '');
}

beforeAll(async () => {
  await createType(site, 'leaf', [
    { name: 'size', type: 'number' },
    { name: 'next', type: 'reference', validation: { referenceTo: 'leaf' } },
    { name: 'all', type: 'references', validation: { referenceTo: 'leaf' } },
  ]);
  await createType(other, 'secret-kind', [{ name: 'hush', type: 'text' }]);
});

interface Introspected {
  __schema: { types: { name: string }[] };
}

async function typeNames(by: TestSite): Promise<string[]> {
  const { data } = await ask<Introspected>(by, '{ __schema { types { name } } }');
  return (data?.__schema.types ?? []).map(({ name }) => name);
}

describe('the schema', () => {
  test('is that of the key’s site alone, and a delivery key may read it', async () => {
    const delivery = await keyWith(['read']);
    expect(await typeNames(delivery)).toEqual(expect.arrayContaining(['Leaf', 'LeafPage', 'Article']));
    expect(await typeNames(delivery)).not.toContain('SecretKind');
    expect(await typeNames(other)).toContain('SecretKind');
    const { errors } = await ask(site, '{ secretKinds { total } }');
    expect(errors?.[0]?.message).toBe('Cannot query field "secretKinds" on type "Query".');
  });

  test('needs a key', async () => {
    const { status, errors } = await ask(site, '{ __typename }', { headers: { 'x-svc-api-key': '' } });
    expect({ status, code: errors?.[0]?.extensions['code'] }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  test('follows a change at once, on every instance', async () => {
    await createType(site, 'moving', [{ name: 'before', type: 'text' }]);
    const query = '{ movings { items { before } } }';
    expect((await ask(site, query)).errors).toBeUndefined();
    expect((await ask(site, query)).errors).toBeUndefined();
    await site.put('/content-types/moving', { fields: [{ name: 'after', type: 'text' }] });
    expect((await ask(site, query)).errors?.[0]?.message).toContain('Cannot query field "before"');
    expect((await ask(site, '{ movings { items { after } } }')).errors).toBeUndefined();
    await site.delete('/content-types/moving');
    expect((await ask(site, '{ movings { total } }')).errors).toHaveLength(1);
  });

  test('follows a change in its introspection, which is remembered, on every instance', async () => {
    const query = '{ __type(name: "Shifting") { fields { name } } }';
    type Type = { __type: { fields: { name: string }[] } | null };
    // Twice, for each of two instances to remember it.
    const fields = async () => {
      const answers = await Promise.all([1, 2, 3, 4].map(() => ask<Type>(site, query)));
      return answers.map(({ data }) => (data?.__type?.fields ?? []).map(({ name }) => name));
    };
    await createType(site, 'shifting', [{ name: 'before', type: 'text' }]);
    for (const names of await fields()) expect(names).toContain('before');
    await site.put('/content-types/shifting', { fields: [{ name: 'after', type: 'text' }] });
    for (const names of await fields()) {
      expect(names).toContain('after');
      expect(names).not.toContain('before');
    }
    await site.delete('/content-types/shifting');
    expect(await fields()).toEqual([[], [], [], []]);
  });

  test('is introspected once, and other operations of the same text are not confused', async () => {
    const text = 'query A { __schema { queryType { name } } } query B { leafs { total } }';
    const named = async (operationName: string) => {
      const response = await fetch(`${service.url}/graphql/site`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-api-key': site.key },
        body: JSON.stringify({ query: text, operationName }),
      });
      return ((await response.json()) as { data: object }).data;
    };
    expect([await named('A'), await named('A'), await named('B')]).toEqual([
      { __schema: { queryType: { name: 'Query' } } },
      { __schema: { queryType: { name: 'Query' } } },
      { leafs: { total: expect.any(Number) } },
    ]);
    const costOf = async (query: string) => {
      const before = process.cpuUsage();
      await ask(site, query);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const whole = getIntrospectionQuery();
    const [computed, remembered]: [number[], number[]] = [[], []];
    for (let round = 0; round < 4; round += 1) {
      computed.push(await costOf(whole.replace('IntrospectionQuery', `Round${round}`)));
      if (round === 0) await ask(site, whole);
      remembered.push(await costOf(whole));
    }
    expect(Math.min(...remembered)).toBeLessThan(Math.min(...computed) / 2);
  });

  test('answers the common introspection query', async () => {
    const { data, errors } = await ask<Introspected>(site, getIntrospectionQuery());
    expect(errors).toBeUndefined();
    expect(data?.__schema.types.length).toBeGreaterThan(50);
  });

  test('shows items of a deleted type as other content', async () => {
    await createType(site, 'gone', [{ name: 'left', type: 'text' }]);
    const { _id } = await createItem(site, { type: 'gone', status: 'published', customFields: { left: 'x' } });
    await site.delete('/content-types/gone');
    const { data } = await ask(
      site,
      `{ content(id: "${_id}") { __typename type ... on OtherContent { customFields } } }`,
    );
    expect(data?.['content']).toEqual({ __typename: 'OtherContent', type: 'gone', customFields: { left: 'x' } });
  });

  test('of too many fields is 400, and can be had in parts with the same names', async () => {
    const large = await service.site();
    const fields = Array.from({ length: 199 }, (_, index) => ({ name: `f${index}`, type: 'text' }));
    const next = { name: 'next', type: 'reference', validation: { referenceTo: 'story' } };
    for (let types = 0; types * 220 <= MAX_SCHEMA_FIELDS; types += 1)
      await createType(large, `large-${types}x`, [next, ...fields]);
    await createType(large, 'story', []);
    await createType(large, 'stories', [{ name: 'other', type: 'text' }]);
    const { status, errors } = await ask(large, '{ __typename }');
    expect(status).toBe(400);
    expect(errors?.[0]?.message).toContain('are too large for /graphql/site');

    const [one, both] = ['large-1x,stories', 'story,stories,large-1x'];
    const named = '{ a: __type(name: "Story2") { name } b: __type(name: "Story") { name } }';
    const namesOf = async (types: string) => (await ask(large, named, { types })).data;
    expect(await namesOf(one)).toEqual({ a: { name: 'Story2' }, b: null });
    expect(await namesOf(both)).toEqual({ a: { name: 'Story2' }, b: { name: 'Story' } });
    const { data } = await ask<Introspected>(large, getIntrospectionQuery(), { types: one });
    expect(data?.__schema.types.map(({ name }) => name)).toEqual(expect.arrayContaining(['Large1x', 'Story2']));
    expect((await ask(large, '{ large1xes { total items { next { id } } } }', { types: one })).errors).toBeUndefined();
    const unknown = await ask(large, '{ __typename }', { types: 'large-1x,secret-kind' });
    expect(unknown.errors?.[0]).toMatchObject({ message: 'types must be slugs of content types' });
    // Each instance has a limit of its own.
    const asked: number[] = [];
    for (let count = 0; count < 12 * INSTANCES; count += 1) {
      const selection = `large-${count % 20}x${count < 20 ? '' : ',story'}`;
      asked.push((await ask(large, '{ __typename }', { types: selection })).status);
    }
    expect([asked[0], asked.at(-1)]).toEqual([200, 429]);
  });
});

describe('the rules of /graphql hold:', () => {
  test('a key without preview sees published items only', async () => {
    await createItem(site, { type: 'leaf', slug: 'draft', customFields: { size: 1 } });
    const delivery = await keyWith(['read']);
    const { data, errors } = await ask(delivery, '{ leaf(slug: "draft") { size } leaves: leafs { total } }');
    expect(data).toEqual({ leaf: null, leaves: { total: 0 } });
    expect(errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
    const asked = await ask(delivery, '{ leafs(filter: {status: {eq: draft}}) { total } }');
    expect(asked.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });

  test('teasers have no custom fields', async () => {
    await createItem(site, {
      type: 'leaf',
      title: 'P',
      slug: 'p',
      status: 'published',
      accessLevel: 'premium',
      customFields: { size: 7 },
    });
    const { data } = await ask(
      site,
      '{ leafs(includeRestricted: true, filter: {slug: {eq: "p"}}) { items { title size next { id } access { granted } } accessSummary { restrictedItems } } }',
    );
    expect(data?.['leafs']).toEqual({
      items: [{ title: 'P', size: null, next: null, access: { granted: false } }],
      accessSummary: { restrictedItems: 1 },
    });
  });

  test('scopes', async () => {
    const [delivery, writer] = [await keyWith(['read']), await keyWith(['write'])];
    const create = 'mutation { createLeaf(input: {externalId: "by-writer", title: "T", size: 3}) { id } }';
    expect((await ask(delivery, create)).status).toBe(403);
    expect((await ask(writer, create)).errors).toBeUndefined();
    const withValue = create.replace('by-writer', 'by-writer-2').replace('{ id }', '{ id size }');
    const denied = await ask(writer, withValue);
    expect(denied.errors?.[0]?.message).toContain('does not allow reading Leaf.size');
    expect((await ask(writer, '{ leafs { total } }')).status).toBe(403);
  });

  test('references are nested at most three levels deep, whatever the fields', async () => {
    const nested = (levels: readonly string[]): string =>
      levels.reduceRight((inner, field) => `${field} { ${inner} }`, 'id');
    const page = (inner: string) => `{ leafs { items { ${inner} } } }`;
    expect((await ask(site, page(nested(['next', 'all', 'next'])))).errors).toBeUndefined();
    const { errors } = await ask(site, page(nested(['next', 'all', 'next', 'all'])));
    expect(errors?.[0]?.message).toContain('may be nested at most 3 levels deep');
  });

  test('the budget', async () => {
    const own = await service.site();
    await createType(own, 'leaf', [{ name: 'all', type: 'references', validation: { referenceTo: 'leaf' } }]);
    const targets = await Promise.all(
      Array.from({ length: 60 }, async () => (await createItem(own, { type: 'leaf', status: 'published' }))._id),
    );
    await Promise.all(
      Array.from({ length: 60 }, () =>
        createItem(own, { type: 'leaf', status: 'published', customFields: { all: targets } }),
      ),
    );
    const whole = 'id title slug excerpt language status tags categories url createdAt updatedAt content';
    const query = `{ leafs(first: 100) { items { all { ${whole} all { id } } } } }`;
    for (let time = 1; time <= 2; time += 1) {
      const { status, errors } = await ask(own, query);
      expect(status).toBe(400);
      expect(errors?.[0]).toMatchObject({ extensions: { code: 'QUERY_TOO_COMPLEX', field: 'leafs.items.all' } });
    }
    const { errors } = await ask(own, '{ leafs(first: 100) { items { id } } }');
    expect(errors).toBeUndefined();
  });

  test('errors of filters', async () => {
    const values = Array.from({ length: 201 }, (_, index) => index).join();
    const { errors } = await ask(site, `{ leafs(filter: {size: {in: [${values}]}}) { total } }`);
    expect(errors?.[0]).toMatchObject({ path: ['leafs'], extensions: { code: 'BAD_REQUEST' } });
  });
});

describe('mutations', () => {
  test('create, update and delete an item by the fields of its type', async () => {
    const created = await ask(
      site,
      'mutation { createLeaf(input: {externalId: "m", title: "M", status: published, size: 1}) { id size revision } }',
    );
    const { id } = created.data?.['createLeaf'] ?? {};
    expect(created.data?.['createLeaf']).toMatchObject({ size: 1, revision: 1 });
    const update = `mutation ($input: UpdateLeafInput!, $at: Int) { updateLeaf(id: "${String(id)}", input: $input, expectedRevision: $at) { title size all { id } } }`;
    const updated = await ask(site, update, { variables: { input: { size: 2, all: [id] }, at: 1 } });
    expect(updated.data?.['updateLeaf']).toEqual({ title: 'M', size: 2, all: [{ id }] });
    const late = await ask(site, update, { variables: { input: { size: 3 }, at: 1 } });
    expect(late.errors?.[0]).toMatchObject({ extensions: { code: 'PRECONDITION_FAILED', revision: 2 } });
    const deleted = await ask(site, `mutation { deleteLeaf(id: "${String(id)}") { id deleted } }`);
    expect(deleted.data?.['deleteLeaf']).toEqual({ id, deleted: true });
  });

  test('do not reach items of another type', async () => {
    const { _id: id } = await createItem(site, { title: 'Kept' });
    for (const mutation of [`updateLeaf(id: "${id}", input: {title: "x"})`, `deleteLeaf(id: "${id}")`]) {
      const { errors } = await ask(site, `mutation { ${mutation} { id } }`);
      expect(errors?.[0]).toMatchObject({ message: 'Content not found', extensions: { code: 'NOT_FOUND' } });
    }
    expect((await site.get(`/content/${id}`)).body.data['title']).toBe('Kept');
  });

  test('write times, places and dates as the field types have them', async () => {
    await createType(site, 'event', [
      { name: 'start', type: 'datetime' },
      { name: 'day', type: 'date' },
      { name: 'place', type: 'location' },
      { name: 'title', type: 'text' },
    ]);
    const { data, errors } = await ask(
      site,
      `mutation { createEvent(input: {externalId: "e", title: "E", titleField: "own", start: "2026-01-31T09:00:00Z",
        day: "2026-01-31", place: {lat: 1, lng: 2}}) { id start day place { lat } title titleField } }`,
    );
    expect(errors).toBeUndefined();
    const { id, ...event } = data?.['createEvent'] ?? {};
    expect(event).toEqual({
      start: '2026-01-31T09:00:00.000Z',
      day: '2026-01-31',
      place: { lat: 1 },
      title: 'E',
      titleField: 'own',
    });
    expect((await site.get(`/content/${String(id)}`)).body.data['customFields']).toEqual({
      start: '2026-01-31T09:00:00.000Z',
      day: '2026-01-31',
      place: { lat: 1, lng: 2 },
      title: 'own',
    });
  });
});
