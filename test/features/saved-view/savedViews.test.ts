import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import type { Browser } from '../../support/browser.ts';
import { conflictAt } from '../../support/conflict.ts';
import { signedIn } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
const FIELDS = 'id name contentType status search createdByMe sort columns';

interface View {
  id: string;
  name: string;
}

let ada: Browser;
let grace: Browser;

beforeAll(async () => {
  [ada, grace] = await Promise.all([signedIn(site, 'viewer'), signedIn(site, 'admin')]);
});

/** What the operation answers, or its error. */
async function run<T = View>(by: Browser, operation: string, variables: object = {}, siteId = site.id): Promise<T> {
  const { data, errors } = await by.graphql<{ answer: T }>(operation, variables, siteId);
  if (errors?.[0]) return { error: errors[0].message, ...errors[0].extensions } as T;
  return data?.answer as T;
}

const list = (by: Browser, siteId?: string) => run<View[]>(by, `{ answer: savedViews { ${FIELDS} } }`, {}, siteId);
const CREATE = `mutation ($input: CreateSavedViewInput!) { answer: createSavedView(input: $input) { ${FIELDS} } }`;
const create = (by: Browser, input: object, siteId?: string) => run(by, CREATE, { input }, siteId);
const UPDATE = `mutation ($id: ID!, $input: UpdateSavedViewInput!) { answer: updateSavedView(id: $id, input: $input) { ${FIELDS} } }`;
const update = (by: Browser, id: string, input: object) => run(by, UPDATE, { id, input });
const remove = (by: Browser, id: string) =>
  run(by, 'mutation ($id: ID!) { answer: deleteSavedView(id: $id) { id } }', { id });

test('a user saves, changes and deletes views, by name and with any role; others have their own', async () => {
  const whole = {
    name: 'My drafts',
    contentType: 'article',
    status: 'draft',
    search: 'gears',
    createdByMe: true,
    sort: '-createdAt',
    columns: ['price'],
  };
  const view = await create(ada, whole);
  expect(view).toEqual({ id: view.id, ...whole });
  const all = { contentType: null, status: null, search: null, createdByMe: false, sort: null, columns: [] };
  const other = await create(ada, { name: ' Everything ' });
  expect(other).toEqual({ id: other.id, name: 'Everything', ...all });
  expect((await list(ada)).map(({ name }) => name)).toEqual(['Everything', 'My drafts']);

  expect(await list(grace)).toEqual([]);
  expect((await create(grace, { name: 'My drafts' })).name).toBe('My drafts');
  const unknown = { error: 'Saved view not found', code: 'NOT_FOUND' };
  for (const id of [view.id, newId(), 'no id']) {
    expect(await update(grace, id, { name: 'Taken over' })).toMatchObject(unknown);
    expect(await remove(grace, id)).toMatchObject(unknown);
  }
  const elsewhere = await service.site('Elsewhere');
  expect(await list(grace, elsewhere.id)).toEqual([]);

  expect(await update(ada, view.id, { name: 'Drafts', search: null })).toMatchObject({
    ...whole,
    name: 'Drafts',
    search: null,
  });
  expect(await update(ada, view.id, { name: 'Everything' })).toMatchObject({
    ...conflictAt('name', 'A saved view with this name already exists'),
    code: 'CONFLICT',
  });
  expect(await create(ada, { name: 'Drafts' })).toMatchObject({ code: 'CONFLICT' });
  expect(await remove(ada, view.id)).toEqual({ id: view.id });
  expect(await list(ada)).toEqual([other]);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(101) }, 'name'],
  [{ name: 'x', contentType: 'x'.repeat(201) }, 'contentType'],
  [{ name: 'x', search: 'x'.repeat(301) }, 'search'],
  [{ name: 'x', sort: 'title; drop table' }, 'sort'],
  [{ name: 'x', columns: Array.from({ length: 21 }, () => 'a') }, 'columns'],
  [{ name: 'x', columns: ['x'.repeat(101)] }, 'columns[0]'],
])('%j is rejected', async (input, field) => {
  expect(await create(ada, input)).toMatchObject({ code: 'BAD_REQUEST', details: [{ field }] });
});

test('a user has at most 50 of a site, also when several are made at once; an API key has none', async () => {
  const editor = await signedIn(site, 'editor');
  const made = await Promise.all(Array.from({ length: 52 }, (_, index) => create(editor, { name: `View ${index}` })));
  expect(made.filter((view) => 'error' in view)).toHaveLength(2);
  expect(await list(editor)).toHaveLength(50);
  const { data } = await site.graphql('{ savedViews { id } }');
  expect(data).toEqual({ savedViews: [] });
  const { errors } = await site.graphql(CREATE, { input: { name: 'Of a key' } });
  expect(errors?.[0]).toMatchObject({
    message: 'Only a user who has signed in has saved views',
    extensions: { code: 'FORBIDDEN' },
  });
});
