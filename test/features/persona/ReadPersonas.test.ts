import { describe, expect, test } from 'vitest';
import { useEmittedChecker } from '../../rest/support/emitted-checker.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { FULL_PERSONA, UNKNOWN, aPersona, createPersona, listed } from './personas.ts';

describe('Personas are read and deleted', () => {
  const service = useService();
  const site = useSiteForEach(service);
  const check = useEmittedChecker();

  test('GET /personas: all of the site, whole, oldest first', async () => {
    expect((await site.get('/personas')).body).toEqual({ success: true, data: [] });
    const made = [];
    for (const name of ['C', 'A', 'B']) made.push(await createPersona(site, { name }));
    await createPersona(await service.site(), { name: 'Foreign' });
    expect((await site.get('/personas')).body).toEqual({ success: true, data: made });
  });

  test('GET /personas?status= has those of the status only', async () => {
    for (const status of ['draft', 'active', 'archived']) await createPersona(site, { name: status, status });
    for (const status of ['draft', 'active', 'archived']) {
      expect((await listed(site, `?status=${status}`)).map(({ name }) => name)).toEqual([status]);
    }
    const { status, body } = await site.get('/personas?status=live');
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'status must be "draft", "active" or "archived"',
    });
  });

  test('GET /personas/:id: what is unknown, or of another site, is 404', async () => {
    const foreign = await createPersona(await service.site(), { slug: 'foreign' });
    for (const id of [UNKNOWN, 'nobody', 'Foreign', 'foreign', foreign._id]) {
      const { status, body } = await site.get(`/personas/${id}`);
      expect({ status, body }).toEqual({ status: 404, body: { success: false, error: 'Persona not found' } });
    }
  });

  test('DELETE /personas/:id, by id and by slug, answers the id; the persona is not found afterwards', async () => {
    for (const by of ['_id', 'slug'] as const) {
      const persona = await createPersona(site, { slug: 'short-lived' });
      const { status, body } = await site.delete(`/personas/${persona[by]}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, data: { id: persona._id, deleted: true } },
      });
      expect((await site.get(`/personas/${persona._id}`)).status).toBe(404);
      expect((await site.delete(`/personas/${persona[by]}`)).body.error).toBe('Persona not found');
    }
  });

  test('DELETE does not reach a persona of another site', async () => {
    const other = await service.site();
    const foreign = await createPersona(other, { slug: 'foreign' });
    for (const id of [foreign._id, 'foreign']) expect((await site.delete(`/personas/${id}`)).status).toBe(404);
    expect(await listed(other)).toHaveLength(1);
  });

  test('answers are as the OpenAPI document says, with every field and with the fewest', async () => {
    const full = await site.post('/personas', FULL_PERSONA);
    const bare = await site.post('/personas', aPersona({ videoConfig: {}, catalogConfig: {} }));
    const answers = [
      ['CreatePersona', full],
      ['CreatePersona', bare],
      ['CreatePersona', await site.post('/personas', { ...FULL_PERSONA })],
      ['CreatePersona', await site.post('/personas', {})],
      ['GetPersona', await site.get('/personas/coach-kim')],
      ['GetPersona', await site.get('/personas/nobody')],
      ['ListPersonas', await site.get('/personas')],
      ['ListPersonas', await site.get('/personas?status=x')],
      ['UpdatePersona', await site.put('/personas/coach-kim', { voice: { tone: 'casual' } })],
      ['UpdatePersona', await site.put('/personas/shop-guide', { slug: 'coach-kim' })],
      ['UpdatePersona', await site.put('/personas/nobody', {})],
      ['ListPersonaTemplates', await site.get('/personas/templates')],
      ['ListPersonaTemplates', await site.get('/personas/templates?id=x')],
      ['DeletePersona', await site.delete('/personas/coach-kim')],
      ['DeletePersona', await site.delete('/personas/coach-kim')],
    ] as const;
    expect(answers.map(([, { status }]) => status)).toEqual([
      200, 200, 409, 400, 200, 404, 200, 400, 200, 409, 404, 200, 404, 200, 404,
    ]);
    expect(answers.flatMap(([operation, { status, body }]) => check(operation, status, body))).toEqual([]);
  });

  test('GraphQL: create, read, page, change and delete, with the same rules and enums in its own spelling', async () => {
    const created = await site.graphql<{ createPersona: { id: string } }>(
      `mutation ($input: CreatePersonaInput!) {
        createPersona(input: $input) { id slug appType voice { tone verbosity } catalogConfig { pricingDisplay } }
      }`,
      {
        input: {
          ...aPersona({ appType: 'product_catalog', voice: { tone: 'casual' } }),
          catalogConfig: { pricingDisplay: 'on_request' },
        },
      },
    );
    expect(created).toEqual({
      data: {
        createPersona: {
          id: expect.any(String) as string,
          slug: 'shop-guide',
          appType: 'product_catalog',
          voice: { tone: 'casual', verbosity: 'balanced' },
          catalogConfig: { pricingDisplay: 'on_request' },
        },
      },
    });
    const id = created.data?.createPersona.id;
    expect((await site.get('/personas/shop-guide')).body.data).toMatchObject({
      appType: 'product-catalog',
      catalogConfig: { pricingDisplay: 'on-request' },
    });
    await createPersona(site, { name: 'Second', status: 'draft' });
    const page = `query ($after: String) { personas(page: {limit: 1, after: $after}) { items { slug } total hasMore endCursor } }`;
    const first = await site.graphql<{ personas: { endCursor: string } }>(page);
    expect(first.data).toMatchObject({ personas: { items: [{ slug: 'shop-guide' }], total: 2, hasMore: true } });
    const second = await site.graphql(page, { after: first.data?.personas.endCursor });
    expect(second.data).toMatchObject({ personas: { items: [{ slug: 'second' }], hasMore: false } });
    const drafts = await site.graphql('{ personas(filter: {status: draft}) { items { slug } } }');
    expect(drafts.data).toEqual({ personas: { items: [{ slug: 'second' }] } });
    const updated = await site.graphql(
      'mutation ($id: ID!) { updatePersona(idOrSlug: $id, input: {voice: {verbosity: concise}}) { voice { tone verbosity } } }',
      { id },
    );
    expect(updated.data).toEqual({ updatePersona: { voice: { tone: 'casual', verbosity: 'concise' } } });
    const deleted = await site.graphql('mutation { deletePersona(idOrSlug: "shop-guide") { id deleted } }');
    expect(deleted.data).toEqual({ deletePersona: { id, deleted: true } });
    const { errors } = await site.graphql('{ persona(idOrSlug: "shop-guide") { id } }');
    expect(errors?.[0]).toMatchObject({ message: 'Persona not found', extensions: { code: 'NOT_FOUND' } });
  });
});
