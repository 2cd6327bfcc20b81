import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type Attacked, useTarget } from '../use-target.ts';

const attacked = useTarget();

describe('the score of a public text', () => {
  const PUBLIC_TEXT = 'A tandem bicycle is ridden by two people.';

  /** One site knows the guessed word from a restricted text, the other does not. */
  async function scores({ target }: Attacked, restricted: string): Promise<Record<string, unknown>> {
    const { key } = await target.site('scored');
    const headers = { 'x-svc-api-key': key };
    const write = (title: string, content: string, more: object = {}) =>
      target.rest('POST', '/knowledge/documents', headers, { title, content, ...more });
    await write('Tandem', PUBLIC_TEXT);
    await write('Bells', 'A bell rings.');
    for (let index = 0; index < 5; index += 1)
      await write('Members', `${restricted} ${index}`, { accessLevel: 'premium' });
    await searchable(target, headers);
    const found = ['standard', 'hybrid', 'expanded'].map(async (searchType) => {
      const { data } = await target.rest<{ results: { content: string; score: number }[] }>(
        'POST',
        '/rag/search',
        headers,
        { query: 'tandem', searchType },
      );
      return [searchType, data.results.map(({ content, score }) => [content, score])];
    });
    return Object.fromEntries(await Promise.all(found)) as Record<string, unknown>;
  }

  test('is the same whether a restricted text holds the word or not', async () => {
    const [held, absent] = [
      await scores(attacked, 'The tandem tandem is secret'),
      await scores(attacked, 'The unicycle wheel is secret'),
    ];
    expect(held).toEqual(absent);
    expect(JSON.stringify(held)).toContain(PUBLIC_TEXT);
  });
});

async function searchable({ url }: Attacked['target'], headers: Record<string, string>): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/sdk/knowledge/documents?limit=100`, { headers });
    const { data } = (await response.json()) as { data: { documents: { status: string }[] } };
    if (data.documents.every(({ status }) => status === 'completed')) break;
    await delay(50);
  }
  // What the caller may not see is not in the list, and was written before the last that is.
  await delay(500);
}
