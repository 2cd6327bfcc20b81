import { expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';

const site = useSite();

test('without a model, words of the passages find more, and what answers clearly stays first', async () => {
  const shared = 'frame saddle handlebar mudguard lantern bottle carrier pannier bell pump';
  const texts = {
    Answer:
      'Sprocket alignment: turn it by three, look along its teeth, spin it once, listen whether it rubs somewhere, tighten it gently.',
    ...Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`Near ${at}`, `Alignment ${at}: ${shared}.`])),
    Beyond: `No more than ${shared}.`,
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`Day ${at}`, `The weather on day ${at} of the year.`]),
    ),
  };
  for (const [title, content] of Object.entries(texts)) await site.create('/knowledge/documents', { title, content });
  await site.indexed();
  const titles = async (searchType: string) => {
    const body = { query: 'sprocket alignment', searchType, maxResults: 20, maxPerSource: 20 };
    const { results } = await site.create<{ results: { metadata: { title: string } }[] }>('/rag/search', body);
    return results.map(({ metadata }) => metadata.title);
  };
  expect(await titles('hybrid')).not.toContain('Beyond');
  const expanded = await titles('expanded');
  expect(expanded[0]).toBe('Answer');
  expect(expanded).toContain('Beyond');
});
