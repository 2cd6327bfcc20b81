import { describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { FULL_PERSONA, type PersonaAnswer, UNKNOWN, createPersona } from './personas.ts';

describe('PUT /personas/:id', () => {
  const service = useService();
  const site = useSiteForEach(service);

  const put = async (id: string, changes: object): Promise<PersonaAnswer> => {
    const { status, body } = await site.put<PersonaAnswer>(`/personas/${id}`, changes);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data;
  };
  const refused = async (id: string, changes: object) => {
    const { status, body } = await site.put(`/personas/${id}`, changes);
    return { status, error: body.error };
  };

  test('an empty body changes nothing, not even updatedAt', async () => {
    const before = await createPersona(site, FULL_PERSONA);
    expect(await put(before._id, {})).toEqual(before);
  });

  test('every field by itself is changed, and only that one', async () => {
    const before = await createPersona(site);
    for (const [field, value] of Object.entries(FULL_PERSONA)) {
      const {
        updatedAt: _earlier,
        revision,
        ...rest
      } = (await site.get<PersonaAnswer>(`/personas/${before._id}`)).body.data;
      const { updatedAt, revision: increased, ...after } = await put(before._id, { [field]: value });
      expect(after).toEqual({ ...rest, [field]: value });
      expect(updatedAt >= before.updatedAt).toBe(true);
      expect(increased).toBe(revision + 1);
    }
  });

  test('a field of a nested part is changed, the others of the part stay', async () => {
    const before = await createPersona(site, FULL_PERSONA);
    const after = await put(before._id, {
      voice: { tone: 'formal' },
      behavior: { showCitations: true },
      videoConfig: { domain: 'padel' },
      catalogConfig: { pricingDisplay: 'hidden' },
      sdkResponseConfig: { citationStyle: 'none' },
    });
    expect(after).toMatchObject({
      voice: { ...FULL_PERSONA.voice, tone: 'formal' },
      behavior: { ...FULL_PERSONA.behavior, showCitations: true },
      videoConfig: { ...FULL_PERSONA.videoConfig, domain: 'padel' },
      catalogConfig: { ...FULL_PERSONA.catalogConfig, pricingDisplay: 'hidden' },
      sdkResponseConfig: { ...FULL_PERSONA.sdkResponseConfig, citationStyle: 'none' },
    });
  });

  test('null in a nested part takes the default of that field, or clears it where there is none', async () => {
    const before = await createPersona(site, FULL_PERSONA);
    const after = await put(before._id, {
      voice: { tone: null, personality: null },
      behavior: { maxResponseLength: null, proactiveEngagement: null },
      videoConfig: { domain: null },
      catalogConfig: { productCategories: null },
      sdkResponseConfig: { citationStyle: null, domainGlossary: null },
    });
    expect(after['voice']).toEqual({ tone: 'professional', verbosity: 'concise', formality: 'informal' });
    const { maxResponseLength: _none, ...behavior } = FULL_PERSONA.behavior;
    expect(after['behavior']).toEqual({ ...behavior, proactiveEngagement: false });
    const { domain: _domain, ...videoConfig } = FULL_PERSONA.videoConfig;
    expect(after['videoConfig']).toEqual(videoConfig);
    const { productCategories: _categories, ...catalogConfig } = FULL_PERSONA.catalogConfig;
    expect(after['catalogConfig']).toEqual(catalogConfig);
    expect(after['sdkResponseConfig']).toEqual({
      citationStyle: 'inline',
      responseFormat: 'hybrid',
      includeSourceMetadata: true,
    });
  });

  test('null for everything that may be null leaves name and prompt, with the defaults of a new persona', async () => {
    const fresh = await createPersona(site, { name: 'Same', systemPrompt: 'Same.' });
    const full = await createPersona(site, { ...FULL_PERSONA, name: 'Same', systemPrompt: 'Same.' });
    const optional = Object.keys(FULL_PERSONA).filter((key) => key !== 'name' && key !== 'systemPrompt');
    const after = await put(full._id, Object.fromEntries(optional.map((key) => [key, null])));
    const own = { _id: '', slug: '', createdAt: '', updatedAt: '', revision: 0 };
    expect({ ...after, ...own }).toEqual({ ...fresh, ...own });
    expect(after.slug).toBe('same-2');
  });

  test('a glossary is replaced whole', async () => {
    const { _id } = await createPersona(site, FULL_PERSONA);
    const after = await put(_id, { sdkResponseConfig: { domainGlossary: { let: 'Serve again' } } });
    expect(after['sdkResponseConfig']).toMatchObject({ domainGlossary: { let: 'Serve again' } });
    expect(JSON.stringify(after)).not.toContain('nobody touches');
  });

  test('a part that a persona did not have is made of what is given', async () => {
    const { _id } = await createPersona(site);
    expect((await put(_id, { videoConfig: { domain: 'golf' } }))['videoConfig']).toEqual({ domain: 'golf' });
    expect(await put(_id, { videoConfig: null })).not.toHaveProperty('videoConfig');
  });

  test('a new name keeps the slug; a slug of null is derived from the name', async () => {
    const { _id } = await createPersona(site, { name: 'First', slug: 'chosen' });
    expect((await put(_id, { name: 'Second' })).slug).toBe('chosen');
    expect((await put(_id, { slug: null })).slug).toBe('second');
    expect((await put(_id, { slug: null, name: 'Third' })).slug).toBe('third');
    expect((await put(_id, { slug: null })).slug).toBe('third');
  });

  test('is found by slug, and by the new one after a change of it', async () => {
    const { _id } = await createPersona(site, { slug: 'old' });
    expect((await put('old', { slug: 'new' }))._id).toBe(_id);
    expect((await refused('old', {})).status).toBe(404);
    expect((await put('new', { slug: 'new' }))._id).toBe(_id);
  });

  test.each<[object, string]>([
    [{ name: null }, 'name must not be empty'],
    [{ name: ' ' }, 'name must not be empty'],
    [{ systemPrompt: null }, 'systemPrompt must not be empty'],
    [{ systemPrompt: '' }, 'systemPrompt must not be empty'],
    [{ slug: 'No' }, 'slug must have only lower-case letters, digits and single hyphens, at most 200 characters'],
    [{ slug: 'templates' }, 'slug must not be an id or "templates"'],
    [{ status: 'gone' }, 'status must be "draft", "active" or "archived"'],
    [{ behavior: { maxResponseLength: 1 } }, 'behavior.maxResponseLength must be a whole number from 16 to 8192'],
  ])('%j is 400 %j and changes nothing', async (changes, error) => {
    const before = await createPersona(site);
    expect(await refused(before._id, { description: 'changed', ...changes })).toEqual({ status: 400, error });
    expect((await site.get(`/personas/${before._id}`)).body.data).toEqual(before);
  });

  test('a slug that another has is 409, of two that take one at once one gets it', async () => {
    const ids = [];
    for (const slug of ['a', 'b', 'c']) ids.push((await createPersona(site, { slug }))._id);
    const conflict = { status: 409, error: 'Persona with this slug already exists' };
    expect(await refused('b', { slug: 'a' })).toEqual(conflict);
    const rush = await Promise.all(ids.map((id) => refused(id, { slug: 'wanted' })));
    expect(rush.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  });

  test('changes of different fields at once do not undo each other', async () => {
    const { _id } = await createPersona(site);
    const changes = [
      { voice: { tone: 'casual' } },
      { voice: { verbosity: 'detailed' } },
      { voice: { formality: 'formal' } },
      { voice: { personality: 'Calm' } },
      { behavior: { showCitations: false } },
      { behavior: { maxResponseLength: 100 } },
    ];
    await Promise.all(changes.map((change) => put(_id, change)));
    const { body } = await site.get<PersonaAnswer>(`/personas/${_id}`);
    expect(body.data).toMatchObject({
      voice: { tone: 'casual', verbosity: 'detailed', formality: 'formal', personality: 'Calm' },
      behavior: { showCitations: false, maxResponseLength: 100 },
    });
  });

  test('an unknown persona, or one of another site, is 404', async () => {
    const foreign = await createPersona(await service.site(), { slug: 'foreign' });
    for (const id of [UNKNOWN, 'nobody', 'foreign', foreign._id, '%20']) {
      expect(await refused(id, { name: 'x' })).toEqual({ status: 404, error: 'Persona not found' });
    }
  });

  test('a key that only reads may not', async () => {
    const { _id } = await createPersona(site);
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const headers = { 'x-svc-api-key': secret };
    expect((await site.call('PUT', `/personas/${_id}`, { name: 'x' }, headers)).status).toBe(403);
    expect((await site.call('DELETE', `/personas/${_id}`, undefined, headers)).status).toBe(403);
  });
});
