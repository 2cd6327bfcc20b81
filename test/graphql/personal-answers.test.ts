import { expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service);

interface Listed {
  contents: { items: { title: string }[] };
}

/** Titles of the list as the key asks for it, again and again: the third answer would come from memory. */
async function titlesOf(key: string, query: string): Promise<string[][]> {
  const answers: string[][] = [];
  for (let call = 0; call < 4; call++) {
    const { data } = await service.graphql<Listed>(query, {}, { 'x-svc-api-key': key });
    answers.push(data?.contents.items.map(({ title }) => title) ?? []);
  }
  return answers;
}

async function keyWithItem(title: string): Promise<string> {
  const { secret } = await service.key(site.id);
  await service.graphql(
    'mutation ($input: CreateContentInput!) { createContent(input: $input) { id } }',
    { input: { externalId: title, type: 'article', title, status: 'published' } },
    { 'x-svc-api-key': secret },
  );
  return secret;
}

test.each([
  ['an argument', '{ contents(createdByMe: true) { items { title } } }'],
  ['a fragment', '{ ...Mine } fragment Mine on Query { contents(createdByMe: true) { items { title } } }'],
  ['a default of a variable', 'query ($mine: Boolean! = true) { contents(createdByMe: $mine) { items { title } } }'],
])('the own items of a key, by %s, are never those of another key with the same rights', async (_, query) => {
  const [mine, other] = [await keyWithItem(`Mine ${_}`), await keyWithItem(`Other ${_}`)];
  const asked = await Promise.all([titlesOf(mine, query), titlesOf(other, query)]);
  const titles = asked.map((answers) => [...new Set(answers.flat())]);
  expect(titles).toEqual([[`Mine ${_}`], [`Other ${_}`]]);
});
