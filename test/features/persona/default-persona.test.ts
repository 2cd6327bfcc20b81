import { describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { type PersonaAnswer, aPersona, createPersona, listed } from './personas.ts';

describe('A site has at most one default persona', () => {
  const service = useService();
  const site = useSiteForEach(service);

  const defaults = async () => (await listed(site)).filter(({ isDefault }) => isDefault).map(({ slug }) => slug);
  const put = (id: string, changes: object) => site.put<PersonaAnswer>(`/personas/${id}`, changes);

  test('a new default takes the place of the former, whose updatedAt shows it', async () => {
    const former = await createPersona(site, { slug: 'a', isDefault: true });
    await createPersona(site, { slug: 'b', isDefault: true });
    expect(await defaults()).toEqual(['b']);
    const { updatedAt } = (await site.get<PersonaAnswer>('/personas/a')).body.data;
    expect(updatedAt > former.updatedAt).toBe(true);
  });

  test('a PUT moves it, and does not touch it when it leaves isDefault out', async () => {
    await createPersona(site, { slug: 'a', isDefault: true });
    await createPersona(site, { slug: 'b' });
    await put('b', { isDefault: true });
    expect(await defaults()).toEqual(['b']);
    await put('b', { name: 'Other' });
    await put('a', { name: 'Other' });
    expect(await defaults()).toEqual(['b']);
  });

  test('the default persona stays it when it is made it again', async () => {
    await createPersona(site, { slug: 'a', isDefault: true });
    expect((await put('a', { isDefault: true })).body.data.isDefault).toBe(true);
    expect((await put('a', { isDefault: true, name: 'Changed' })).body.data.isDefault).toBe(true);
    expect(await defaults()).toEqual(['a']);
  });

  test.each([false, null])('a PUT of %s and a DELETE leave none', async (isDefault) => {
    await createPersona(site, { slug: 'a', isDefault: true });
    await put('a', { isDefault });
    expect(await defaults()).toEqual([]);
    await put('a', { isDefault: true });
    await site.delete('/personas/a');
    expect(await defaults()).toEqual([]);
  });

  test('ten that are made it at once, by POST and by PUT, all succeed and leave one', async () => {
    const slugs = ['a', 'b', 'c', 'd', 'e'];
    for (const slug of slugs) await createPersona(site, { slug });
    const answers = await Promise.all([
      ...slugs.map((slug) => put(slug, { isDefault: true })),
      ...slugs.map((slug) => site.post('/personas', aPersona({ slug: `new-${slug}`, isDefault: true }))),
    ]);
    expect(answers.map(({ status, body }) => body.error ?? status)).toEqual(Array(10).fill(200));
    expect(await defaults()).toHaveLength(1);
    expect(await listed(site)).toHaveLength(10);
  });

  test('a creation that is rejected leaves the former default', async () => {
    await createPersona(site, { slug: 'a', isDefault: true });
    expect((await site.post('/personas', aPersona({ slug: 'a', isDefault: true }))).status).toBe(409);
    await createPersona(site, { slug: 'b' });
    expect((await put('b', { slug: 'a', isDefault: true })).status).toBe(409);
    expect(await defaults()).toEqual(['a']);
  });

  test('each site has its own', async () => {
    await createPersona(site, { slug: 'a', isDefault: true });
    await createPersona(await service.site(), { slug: 'b', isDefault: true });
    expect(await defaults()).toEqual(['a']);
  });
});
