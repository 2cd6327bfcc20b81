import { beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { type Item, createItem, createType } from '../content/items.ts';

interface Node {
  title: string;
  references: Node[];
}

const nested = (depth: number): string =>
  depth === 0 ? 'title' : `title references(field: "related") { ${nested(depth - 1)} }`;

const TOO_DEEP = '"references" may be nested at most 3 levels deep: request deeper references in another query';

describe('references(field:) in GraphQL', () => {
  const site = useSite();
  let chain: Item[];

  beforeAll(async () => {
    await createType(site, 'node', [
      { name: 'related', type: 'references' },
      { name: 'next', type: 'reference' },
    ]);
    chain = [];
    for (const title of ['e', 'd', 'c', 'b', 'a']) {
      const related = chain[0] ? { related: [chain[0]._id], next: chain[0]._id } : {};
      chain.unshift(await createItem(site, { type: 'node', title, customFields: related }));
    }
  });

  const ask = (selection: string, id = chain[0]!._id, more = '') =>
    site.graphql<{ content: Node }>(`query ($id: ID!) { content(id: $id) { ${selection} } } ${more}`, { id });

  test('nested three deep', async () => {
    const { data, errors } = await ask(nested(3));
    expect(errors).toBeUndefined();
    const title = (node: Node | undefined): string => (node ? node.title + title(node.references?.[0]) : '');
    expect(title(data?.content)).toBe('abcd');
  });

  test.each([
    ['plainly', nested(4), ''],
    ['through a fragment', `references(field: "related") { ...Rest }`, `fragment Rest on ContentItem { ${nested(3)} }`],
    [
      'through fragments within fragments',
      '...One',
      `fragment One on ContentItem { references(field: "related") { ...Two } }
       fragment Two on ContentItem { ... on ContentItem { references(field: "related") { ...Three } } }
       fragment Three on ContentItem { ${nested(2)} }`,
    ],
    ['under other names', nested(4).replaceAll('references', 'again: references'), ''],
  ])('nested four deep %s is a validation error that says so', async (_how, selection, fragments) => {
    const { data, errors } = await ask(selection, chain[0]!._id, fragments);
    expect(data).toBeUndefined();
    expect(errors?.[0]).toMatchObject({ message: TOO_DEEP, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
  });

  test('three deep beside three deep is fine', async () => {
    const { errors } = await ask(`x: references(field: "related") { ${nested(2)} } y: ${nested(3).slice(6)}`);
    expect(errors).toBeUndefined();
  });

  test('keeps the order of the array, omits restricted and deleted items, and is empty without any', async () => {
    const targets = [
      await createItem(site, { title: 'one' }),
      await createItem(site, { title: 'secret', accessLevel: 'authenticated' }),
      await createItem(site, { title: 'gone' }),
      await createItem(site, { title: 'two' }),
    ];
    const related = targets.map(({ _id }) => _id).toReversed();
    const source = await createItem(site, { type: 'node', customFields: { related, next: targets[0]!._id } });
    await site.delete(`/content/${targets[2]!._id}`);
    const { data } = await ask(
      `references(field: "related") { title } single: references(field: "next") { title }
       none: references(field: "title") { title } unknown: references(field: "no such field") { title }`,
      source._id,
    );
    expect(data?.content).toEqual({
      references: [{ title: 'two' }, { title: 'one' }],
      single: [{ title: 'one' }],
      none: [],
      unknown: [],
    });
  });

  test('without a field name is an error', async () => {
    const { errors } = await ask('references(field: "") { title }');
    expect(errors?.[0]).toMatchObject({ message: 'field is required', extensions: { code: 'BAD_REQUEST' } });
  });

  test('the writer of a restricted item gets its references, those he may see', async () => {
    const input = {
      externalId: 'restricted',
      type: 'node',
      title: 'restricted',
      accessLevel: 'premium',
      customFields: { related: [chain[0]!._id] },
    };
    const { data } = await site.graphql<{ createContent: Record<string, unknown> }>(
      `mutation ($input: CreateContentInput!) {
        createContent(input: $input) { references(field: "related") { title } customFields(expand: true) }
      }`,
      { input },
    );
    expect(data?.createContent).toMatchObject({
      references: [{ title: 'a' }],
      customFields: { related: [{ title: 'a' }] },
    });
  });
});
