import { describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import type { PersonaAnswer } from './personas.ts';

interface Template extends Record<string, unknown> {
  id: string;
  name: string;
  description: string;
  appType: string;
  category: string;
  tags: string[];
  systemPrompt: string;
}

const APP_TYPES = ['general', 'video-training', 'product-catalog', 'documentation', 'custom'];

describe('GET /personas/templates', () => {
  const site = useSite();

  const templates = async (query = '') => (await site.get<Template[]>(`/personas/templates${query}`)).body;

  test('at least eight, over the five app types, with their count and the categories', async () => {
    const { success, data, count, categories } = await templates();
    expect(success).toBe(true);
    expect(data.length).toBeGreaterThanOrEqual(8);
    expect(count).toBe(data.length);
    expect(categories).toEqual(APP_TYPES);
    expect(new Set(data.map(({ appType }) => appType))).toEqual(new Set(APP_TYPES));
  });

  test('each has a name, tags and a prompt of its own, and the config that fits its app type, no other', async () => {
    const { data } = await templates();
    for (const field of ['id', 'name', 'description', 'systemPrompt'] as const) {
      expect(new Set(data.map((template) => template[field])).size).toBe(data.length);
    }
    for (const template of data) {
      expect(template.category).toBe(template.appType);
      expect(template.tags.length).toBeGreaterThan(0);
      expect(template.tags).toEqual(template.tags.map((tag) => tag.trim().toLowerCase()));
      expect(template.systemPrompt.length).toBeGreaterThan(150);
      expect('videoConfig' in template).toBe(template.appType === 'video-training');
      expect('catalogConfig' in template).toBe(template.appType === 'product-catalog');
    }
  });

  test('each can be posted as a persona as it is', async () => {
    for (const template of (await templates()).data) {
      const persona = await site.create<PersonaAnswer>('/personas', template);
      const { id, category: _category, tags: _tags, ...fields } = template;
      expect(persona).toMatchObject(fields);
      expect(persona._id).not.toBe(id);
    }
  });

  test('id: that one, with all categories; an unknown one is 404', async () => {
    const { data, count, categories } = await templates('?id=technique-coach');
    expect(data.map(({ id }) => id)).toEqual(['technique-coach']);
    expect({ count, categories }).toEqual({ count: 1, categories: APP_TYPES });
    const { status, body } = await site.get('/personas/templates?id=nothing');
    expect({ status, body }).toEqual({ status: 404, body: { success: false, error: 'Template not found' } });
  });

  test('category: those of the app type; an unknown one has none', async () => {
    const all = (await templates()).data;
    for (const category of APP_TYPES) {
      const { data, count } = await templates(`?category=${category}`);
      expect(data).toEqual(all.filter((template) => template.category === category));
      expect(count).toBe(data.length);
    }
    expect(await templates('?category=cooking')).toMatchObject({ data: [], count: 0, categories: APP_TYPES });
  });

  test('tags, separated by commas: those with any of them, whatever the case and the spaces', async () => {
    const ids = async (query: string) => (await templates(query)).data.map(({ id }) => id);
    expect(await ids('?tags=coaching')).toEqual(['technique-coach']);
    expect(await ids('?tags=b2b,%20Coaching')).toEqual(['technique-coach', 'technical-sales']);
    expect(await ids('?tags=nothing')).toEqual([]);
    expect(await ids('?tags=starter&category=custom')).toEqual(['blank-page']);
    expect((await ids('?tags=')).length).toBe((await templates()).count);
  });

  test('GraphQL has the same, by either spelling of a category', async () => {
    const query = `query ($category: String) { personaTemplates(category: $category) {
      count categories items { id category videoConfig { coachingStyle } } } }`;
    const { data } = await site.graphql(query, { category: 'video_training' });
    expect(data).toMatchObject({
      personaTemplates: {
        count: 2,
        categories: APP_TYPES.map((type) => type.replace('-', '_')),
        items: [
          { id: 'technique-coach', category: 'video_training', videoConfig: { coachingStyle: 'encouraging' } },
          {},
        ],
      },
    });
    expect((await site.graphql(query, { category: 'video-training' })).data).toEqual(data);
  });

  test('asks for a key', async () => {
    const answer = await fetch(`${site.service.url}/api/sdk/personas/templates`);
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: 'API key required' }]);
  });
});
