import { describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { FULL_PERSONA, type PersonaAnswer, aPersona, createPersona, listed } from './personas.ts';

const SLUG_RULE = 'slug must have only lower-case letters, digits and single hyphens, at most 200 characters';
const RESERVED = 'slug must not be an id or "templates"';

describe('POST /personas', () => {
  const service = useService();
  const site = useSiteForEach(service);

  test('with name and systemPrompt alone: the whole persona with the decided defaults', async () => {
    const { status, body } = await site.post('/personas', aPersona());
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        _id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        name: 'Shop guide',
        slug: 'shop-guide',
        systemPrompt: 'You help visitors of the shop.',
        description: null,
        avatar: null,
        isDefault: false,
        appType: 'general',
        capabilityTier: 'smart',
        expertise: [],
        voice: { tone: 'professional', verbosity: 'balanced', formality: 'neutral' },
        behavior: {
          reasoningEffort: 'medium',
          showCitations: true,
          proactiveEngagement: false,
          askClarifyingQuestions: false,
        },
        sdkResponseConfig: {
          citationStyle: 'inline',
          responseFormat: 'conversational',
          includeSourceMetadata: false,
        },
        welcomeMessage: null,
        suggestedQuestions: [],
        status: 'active',
        createdAt: expect.stringMatching(/Z$/) as string,
        revision: 1,
        updatedAt: expect.stringMatching(/Z$/) as string,
      },
    });
  });

  test('keeps every field, enums in REST spelling, and answers it again by id and by slug', async () => {
    const { body } = await site.post<PersonaAnswer>('/personas', FULL_PERSONA);
    expect(body.data).toMatchObject(FULL_PERSONA);
    expect((await site.get(`/personas/${body.data._id}`)).body.data).toEqual(body.data);
    expect((await site.get('/personas/coach-kim')).body.data).toEqual(body.data);
  });

  test('a nested part that is given in part, or holds null, has the defaults for the rest', async () => {
    const persona = await createPersona(site, {
      voice: { tone: 'playful', verbosity: null, personality: null },
      behavior: { showCitations: false },
      sdkResponseConfig: { citationStyle: 'footer' },
      videoConfig: { domain: 'golf', skillLevels: null },
      catalogConfig: null,
    });
    expect(persona).toMatchObject({
      voice: { tone: 'playful', verbosity: 'balanced', formality: 'neutral' },
      behavior: { reasoningEffort: 'medium', showCitations: false, proactiveEngagement: false },
      sdkResponseConfig: { citationStyle: 'footer', responseFormat: 'conversational' },
    });
    expect(persona['videoConfig']).toEqual({ domain: 'golf' });
    expect(persona['voice']).not.toHaveProperty('personality');
    expect(persona).not.toHaveProperty('catalogConfig');
  });

  test('null for every optional field is as leaving it out', async () => {
    const plain = await createPersona(site);
    const optional = Object.keys(FULL_PERSONA).filter((key) => key !== 'name' && key !== 'systemPrompt');
    const nulls = await createPersona(site, Object.fromEntries(optional.map((key) => [key, null])));
    const own = { _id: '', slug: '', createdAt: '', updatedAt: '' };
    expect({ ...nulls, ...own }).toEqual({ ...plain, ...own });
  });

  test('names every required field that is missing', async () => {
    const { status, body } = await site.post('/personas', {});
    expect([status, body.error]).toEqual([400, 'name is required']);
    expect(body.details?.map(({ message }) => message)).toEqual(['name is required', 'systemPrompt is required']);
  });

  test.each<[object, string]>([
    [{ name: ' ' }, 'name is required'],
    [{ systemPrompt: '' }, 'systemPrompt is required'],
    [{ name: 'x'.repeat(301) }, 'name must have at most 300 characters'],
    [{ systemPrompt: 'x'.repeat(20_001) }, 'systemPrompt must have at most 20000 characters'],
    [{ description: 'x'.repeat(5_001) }, 'description must have at most 5000 characters'],
    [{ avatar: 'x'.repeat(2_049) }, 'avatar must have at most 2048 characters'],
    [{ welcomeMessage: 'x'.repeat(2_001) }, 'welcomeMessage must have at most 2000 characters'],
    [{ suggestedQuestions: Array(51).fill('x') }, 'suggestedQuestions must have at most 50 entries'],
    [{ suggestedQuestions: ['a', ''] }, 'suggestedQuestions[1] must not be empty'],
    [{ expertise: 'tennis' }, 'expertise must be an array of strings'],
    [{ isDefault: 'yes' }, 'isDefault must be true or false'],
    [
      { appType: 'video_training' },
      'appType must be "general", "video-training", "product-catalog", "documentation" or "custom"',
    ],
    [{ capabilityTier: 'huge' }, 'capabilityTier must be "fast" or "smart"'],
    [{ status: 'live' }, 'status must be "draft", "active" or "archived"'],
    [
      { voice: { tone: 'rude' } },
      'voice.tone must be "professional", "friendly", "casual", "formal", "playful" or "empathetic"',
    ],
    [{ voice: { verbosity: 'x' } }, 'voice.verbosity must be "concise", "balanced" or "detailed"'],
    [{ voice: { formality: 'x' } }, 'voice.formality must be "formal", "neutral" or "informal"'],
    [{ voice: { personality: 'x'.repeat(2_001) } }, 'voice.personality must have at most 2000 characters'],
    [{ behavior: { reasoningEffort: 'x' } }, 'behavior.reasoningEffort must be "minimal", "low", "medium" or "high"'],
    [{ behavior: { maxResponseLength: 15 } }, 'behavior.maxResponseLength must be a whole number from 16 to 8192'],
    [{ behavior: { maxResponseLength: 8_193 } }, 'behavior.maxResponseLength must be a whole number from 16 to 8192'],
    [{ behavior: [] }, 'behavior must be an object'],
    [
      { videoConfig: { coachingStyle: 'x' } },
      'videoConfig.coachingStyle must be "encouraging", "analytical", "strict" or "custom"',
    ],
    [{ videoConfig: { domain: 'x'.repeat(301) } }, 'videoConfig.domain must have at most 300 characters'],
    [
      { videoConfig: { customCoachingPrompt: 'x'.repeat(5_001) } },
      'videoConfig.customCoachingPrompt must have at most 5000 characters',
    ],
    [
      { catalogConfig: { comparisonBehavior: 'x' } },
      'catalogConfig.comparisonBehavior must be "detailed", "quick" or "tabular"',
    ],
    [
      { catalogConfig: { pricingDisplay: 'on_request' } },
      'catalogConfig.pricingDisplay must be "always", "on-request", "ranges" or "hidden"',
    ],
    [{ catalogConfig: { productCategories: [' '] } }, 'catalogConfig.productCategories[0] must not be empty'],
    [
      { sdkResponseConfig: { citationStyle: 'x' } },
      'sdkResponseConfig.citationStyle must be "inline", "footer", "timestamps" or "none"',
    ],
    [
      { sdkResponseConfig: { responseFormat: 'x' } },
      'sdkResponseConfig.responseFormat must be "conversational", "structured" or "hybrid"',
    ],
    [{ sdkResponseConfig: { domainGlossary: { ace: 1 } } }, 'sdkResponseConfig.domainGlossary.ace must be a string'],
    [
      { sdkResponseConfig: { domainGlossary: { ' ': 'x' } } },
      'sdkResponseConfig.domainGlossary must not have an empty term',
    ],
    [
      {
        sdkResponseConfig: {
          domainGlossary: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`t${index}`, 'x'])),
        },
      },
      'sdkResponseConfig.domainGlossary must have at most 200 terms',
    ],
    [{ slug: '' }, SLUG_RULE],
    [{ slug: 'Coach' }, SLUG_RULE],
    [{ slug: 'a--' }, SLUG_RULE],
    [{ slug: 'coach kim' }, SLUG_RULE],
    [{ slug: 'x'.repeat(201) }, SLUG_RULE],
    [{ slug: 'templates' }, RESERVED],
    [{ slug: '01890000-0000-7000-8000-000000000000' }, RESERVED],
  ])('%j is 400 %j', async (changes, message) => {
    const { status, body } = await site.post('/personas', aPersona(changes));
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
    expect(body.details?.[0]?.message).toBe(message);
  });

  test('reports all errors together', async () => {
    const { body } = await site.post('/personas', {
      name: '',
      slug: 'X',
      voice: { personality: 'x'.repeat(2_001) },
      systemPrompt: 'x',
    });
    expect(body.details?.map(({ field }) => field)).toEqual(['name', 'slug', 'voice.personality']);
  });

  test('a slug that was asked for and is taken is 409, and free on another site', async () => {
    await createPersona(site, { slug: 'guide' });
    const { status, body } = await site.post('/personas', aPersona({ slug: 'guide' }));
    expect({ status, body }).toEqual({
      status: 409,
      body: { success: false, ...conflictAt('slug', 'Persona with this slug already exists') },
    });
    expect((await createPersona(await service.site(), { slug: 'guide' })).slug).toBe('guide');
  });

  test('slugs made of one name are numbered, the lowest free number first', async () => {
    const made = [];
    for (let n = 0; n < 8; n++) made.push(await createPersona(site, { name: 'Guide' }));
    expect(made.map(({ slug }) => slug)).toEqual(['guide', ...[2, 3, 4, 5, 6, 7, 8].map((n) => `guide-${n}`)]);
    await site.delete(`/personas/${made[2]?._id}`);
    expect((await createPersona(site, { name: 'Guide' })).slug).toBe('guide-3');
  });

  test('a slug made of a name is never one that reads as the templates or an id', async () => {
    const templates = await createPersona(site, { name: 'Templates' });
    const uuid = await createPersona(site, { name: '01890000-0000-7000-8000-000000000000' });
    expect(templates.slug).toBe('templates-2');
    for (const { _id, slug } of [templates, uuid]) {
      expect((await site.get<PersonaAnswer>(`/personas/${slug}`)).body.data._id).toBe(_id);
    }
  });

  test('a name without a letter that a slug may have gives a slug all the same', async () => {
    expect((await createPersona(site, { name: 'Привет' })).slug).toBe('privet');
    expect((await createPersona(site, { name: '???' })).slug).toBe('persona');
  });

  test('of twelve creations of one slug at once one succeeds; of one name all do, with different slugs', async () => {
    const many = (changes: object) =>
      Promise.all(Array.from({ length: 12 }, () => site.post<PersonaAnswer>('/personas', aPersona(changes))));
    const sameSlug = await many({ slug: 'rush' });
    expect(sameSlug.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    const sameName = await many({ name: 'Crowd' });
    expect(sameName.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(sameName.map(({ body }) => body.data.slug)).size).toBe(12);
  });

  test('a site has at most 500, also when several are created at once, and the list shows them all', async () => {
    await createPersona(site);
    await service.app.database.forSite(site.id, 'background').rows(
      `insert into persona select (jsonb_populate_record(p, jsonb_build_object(
         'id', gen_random_uuid(), 'slug', 'copy-' || n))).* from persona p, generate_series(1, 497) n`,
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.post('/personas', aPersona())));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error).toBe('A site has at most 500 personas');
    expect(await listed(site)).toHaveLength(500);
  });

  test('fields that are not known are ignored', async () => {
    const persona = await createPersona(site, { category: 'x', voice: { speed: 2 }, siteId: 'another' });
    expect(persona).not.toHaveProperty('category');
    expect(await listed(site)).toHaveLength(1);
  });

  test('is not for a key that only reads', async () => {
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const headers = { 'x-svc-api-key': secret };
    expect((await site.call('POST', '/personas', aPersona(), headers)).status).toBe(403);
    expect((await site.get('/personas', headers)).status).toBe(200);
  });
});
