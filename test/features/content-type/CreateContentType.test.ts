import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSite } from '../../support/use-service.ts';

describe('POST /content-types', () => {
  const service = useService();
  const site = useSite(service);

  test('with name and slug: the whole type, defaults filled in', async () => {
    const { status, body } = await site.post('/content-types', { name: 'Recipe', slug: 'recipe' });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        name: 'Recipe',
        slug: 'recipe',
        pluralName: null,
        description: null,
        icon: null,
        fields: [],
        builtInFields: {
          title: true,
          slug: true,
          excerpt: false,
          featuredImage: false,
          content: true,
          author: false,
          publishedAt: true,
        },
        aiConfig: {
          indexed: true,
          summarize: false,
          extractKeywords: false,
          generateEmbeddings: true,
          instructionTemplate: null,
        },
        accessLevel: 'public',
        status: 'active',
        builtIn: false,
        createdAt: expect.stringMatching(/Z$/) as string,
        revision: 1,
        updatedAt: expect.stringMatching(/Z$/) as string,
      },
    });
  });

  test('every field is kept and read back', async () => {
    const input = {
      name: 'Événement',
      slug: 'event-2',
      pluralName: 'Événements',
      description: 'What happens.',
      icon: 'calendar',
      fields: [
        {
          name: 'startsAt',
          label: 'Begins',
          type: 'datetime',
          description: 'Help',
          placeholder: 'Soon',
          defaultValue: '2026-01-01T00:00:00Z',
          validation: { required: true },
          showInList: true,
          searchable: false,
          sortable: true,
          filterable: true,
          group: 'When',
          order: 2,
          hidden: true,
          aiIndexed: false,
        },
        {
          name: 'speaker',
          label: 'Speaker',
          type: 'reference',
          validation: { referenceTo: 'person' },
          showInList: false,
          searchable: true,
          sortable: false,
          hidden: false,
          aiIndexed: true,
        },
      ],
      builtInFields: {
        title: false,
        slug: false,
        excerpt: true,
        featuredImage: true,
        content: false,
        author: true,
        publishedAt: false,
      },
      aiConfig: {
        indexed: false,
        summarize: true,
        extractKeywords: true,
        generateEmbeddings: false,
        instructionTemplate: 'Speak of {{title}}',
      },
      accessLevel: 'authenticated',
      status: 'draft',
    };
    const { body } = await site.post('/content-types', input);
    expect(body.data).toMatchObject(input);
    expect((await site.get('/content-types/event-2')).body.data).toEqual(body.data);
  });

  test('a field needs name and type; the rest has defaults', async () => {
    const { body } = await site.post('/content-types', {
      name: 'Small',
      slug: 'small',
      fields: [{ name: 'unitPrice', type: 'number' }],
    });
    expect(body.data['fields']).toEqual([
      {
        name: 'unitPrice',
        label: 'Unit price',
        type: 'number',
        validation: {},
        showInList: false,
        searchable: true,
        sortable: false,
        hidden: false,
        aiIndexed: true,
      },
    ]);
  });

  test.each([
    [{}, 'name is required'],
    [{ name: ' ', slug: '' }, 'name is required'],
    [{ name: 'X' }, 'slug is required'],
    [
      { name: 'X', slug: 'Has Capitals' },
      'slug must have only lower-case letters, digits and single hyphens, at most 200 characters',
    ],
    [
      { name: 'X', slug: '-x' },
      'slug must have only lower-case letters, digits and single hyphens, at most 200 characters',
    ],
    [{ name: 'x'.repeat(301), slug: 'x' }, 'name must have at most 300 characters'],
    [{ name: 'X', slug: 'x', status: 'live' }, 'status must be "active", "draft" or "archived"'],
    [
      { name: 'X', slug: 'x', accessLevel: 'subscription' },
      'accessLevel must be "public", "authenticated" or "premium"',
    ],
    [{ name: 'X', slug: 'x', builtInFields: { title: 'yes' } }, 'builtInFields.title must be true or false'],
    [{ name: 'X', slug: 'x', aiConfig: { indexed: 1 } }, 'aiConfig.indexed must be true or false'],
    [
      { name: 'X', slug: 'x', aiConfig: { instructionTemplate: 'x'.repeat(5001) } },
      'aiConfig.instructionTemplate must have at most 5000 characters',
    ],
    [{ name: 'X', slug: 'x', fields: {} }, 'fields must be an array of objects'],
  ])('%j is 400 "%s"', async (input, message) => {
    const { status, body } = await site.post('/content-types', input);
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
    expect(body.details?.[0]?.message).toBe(message);
  });

  test('a slug that is taken is 409, by a built-in type too, and free on other sites', async () => {
    await site.post('/content-types', { name: 'One', slug: 'one' });
    for (const slug of ['one', 'article']) {
      const { status, body } = await site.post('/content-types', { name: 'Two', slug });
      expect({ status, body }).toEqual({
        status: 409,
        body: { success: false, ...conflictAt('slug', 'Content type with this slug already exists') },
      });
    }
    expect((await (await service.site()).post('/content-types', { name: 'One', slug: 'one' })).status).toBe(200);
  });

  test('of ten creations of one slug at once, one succeeds and nine are 409', async () => {
    const input = { name: 'Rush', slug: 'rush' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.post('/content-types', input)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('a site has at most 500 types, also when many are created at once', async () => {
    const own = await service.site();
    await service.app.database.forSite(own.id, 'background').rows(
      `insert into content_type select (jsonb_populate_record(t, jsonb_build_object(
         'id', gen_random_uuid(), 'slug', 'copy-' || n))).*
       from content_type t, generate_series(1, 492) n where t.site_id = $1 and t.slug = 'article'`,
      [own.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => own.post('/content-types', { name: 'Last', slug: `last-${n}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error).toBe('A site has at most 500 content types');
    expect((await own.get<unknown[]>('/content-types')).body.data).toHaveLength(500);
  });
});
