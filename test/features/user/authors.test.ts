import { beforeAll, describe, expect, test } from 'vitest';
import { requiredRole } from '../../../src/api/scope.ts';
import { newId } from '../../../src/shared/ids.ts';
import { AUTHOR_RIGHTS, type MemberRole } from '../../../src/access/member-role.ts';
import { apiSchema } from '../../support/api-schema.ts';
import { Browser } from '../../support/browser.ts';
import { signedInMember } from '../../support/member.ts';
import { rootFields } from '../../support/root-fields.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
const fields = rootFields(apiSchema);

let author = new Browser(service);
let colleague = new Browser(service);
let editor = new Browser(service);

interface Item {
  id: string;
  externalId: string;
}

const MUTATIONS = {
  createContent: 'mutation ($input: CreateContentInput!) { createContent(input: $input) { id externalId } }',
  createContents: 'mutation ($input: CreateContentsInput!) { createContents(input: $input) { id error } }',
  putContent:
    'mutation ($externalId: String!, $input: PutContentInput!) { putContent(externalId: $externalId, input: $input) { id } }',
  updateContent: 'mutation ($id: ID!, $input: UpdateContentInput!) { updateContent(id: $id, input: $input) { id } }',
  updateContents: 'mutation ($input: UpdateContentsInput!) { updateContents(input: $input) { id error } }',
  deleteContent:
    'mutation ($id: ID!, $permanently: Boolean! = false) { deleteContent(id: $id, permanently: $permanently) { id } }',
  restoreContent: 'mutation ($id: ID!) { restoreContent(id: $id) { id } }',
  restoreContentVersion: 'mutation ($id: ID!) { restoreContentVersion(id: $id, revision: 1) { id } }',
} as const;
/** They change no file that there is. */
const UPLOADS = ['createUploadGrant', 'uploadAsset'];
type Mutation = keyof typeof MUTATIONS;

interface Outcome {
  code?: unknown;
  message?: string;
  data: Record<string, Item> | null;
}

/** The answer or, of several items, that for the first of them. */
async function send(browser: Browser, name: Mutation, variables: object): Promise<Outcome> {
  const { data, errors } = await browser.graphql<Record<string, Item>>(MUTATIONS[name], variables, site.id);
  const result = data?.[name] as unknown;
  const failed = Array.isArray(result)
    ? (result[0] as { error: { code: string; message: string } | null }).error
    : null;
  return {
    code: failed?.code ?? errors?.[0]?.extensions['code'],
    message: failed?.message ?? errors?.[0]?.message ?? '',
    data: data ?? null,
  };
}

const draft = (more: object = {}) => ({ type: 'article', externalId: newId(), title: 'Draft', ...more });

async function create(browser: Browser): Promise<Item> {
  const { data } = await send(browser, 'createContent', { input: draft() });
  return data!['createContent']!;
}

async function ofAuthor(change: (item: Item) => Promise<unknown> = async () => {}): Promise<Item> {
  const item = await create(author);
  await change(item);
  return item;
}

const update = (browser: Browser, { id }: Item, input: object) => send(browser, 'updateContent', { id, input });
const schedule = ({ id }: Item) =>
  editor.graphql(
    'mutation ($id: ID!) { scheduleContent(id: $id, input: { publishAt: "2029-01-01T00:00:00Z" }) { id } }',
    { id },
    site.id,
  );
const publish = (item: Item) => update(editor, item, { title: 'Edited', status: 'published' });

/** Every change of an existing item. */
const CHANGES: Partial<Record<Mutation, (item: Item) => object>> = {
  putContent: ({ externalId }) => ({ externalId, input: { type: 'article', title: 'Put' } }),
  updateContent: ({ id }) => ({ id, input: { title: 'Updated' } }),
  updateContents: ({ id }) => ({ input: { items: [{ id, changes: { title: 'Updated' } }] } }),
  restoreContentVersion: ({ id }) => ({ id }),
  deleteContent: ({ id }) => ({ id }),
};

beforeAll(async () => {
  const signIn = async (role: MemberRole) => (await signedInMember(service, site.id, role)).browser;
  author = await signIn('author');
  colleague = await signIn('author');
  editor = await signIn('editor');
});

test('every mutation that an author may call is tried below', () => {
  const names = fields.filter(({ kind, field }) => kind === 'mutation' && requiredRole(field) === 'author');
  expect(names.map(({ name }) => name).toSorted()).toEqual([...Object.keys(MUTATIONS), ...UPLOADS].toSorted());
});

describe('an author', () => {
  test('creates, changes, deletes and restores own drafts, one or several, and uploads', async () => {
    const item = await ofAuthor((made) => update(author, made, { title: 'Second version' }));
    for (const name of [
      'restoreContentVersion',
      'putContent',
      'updateContent',
      'updateContents',
      'deleteContent',
    ] as const)
      expect([name, (await send(author, name, CHANGES[name]!(item))).message]).toEqual([name, '']);
    expect((await send(author, 'restoreContent', { id: item.id })).message).toBe('');
    expect((await update(author, item, { title: 'Back again' })).message).toBe('');
    expect((await send(author, 'createContents', { input: { items: [draft()] } })).message).toBe('');
    const upload = `mutation { createUploadGrant(input: { filename: "a.png", contentType: "image/png" }) { uploadUrl } }`;
    expect((await author.graphql(upload, {}, site.id)).errors).toBeUndefined();
  });

  test('changes nothing else: items of others, published, archived and scheduled ones', async () => {
    const keyed = await site.create<{ _id: string; externalId: string }>('/content', draft());
    const others: Record<string, Item> = {
      'of a colleague': await create(colleague),
      'of an editor': await create(editor),
      'of an API key': { ...keyed, id: keyed._id },
      published: await ofAuthor(publish),
      archived: await ofAuthor((item) => update(editor, item, { title: 'Old', status: 'archived' })),
      scheduled: await ofAuthor(async (item) => {
        await update(author, item, { title: 'Second version' });
        await schedule(item);
      }),
    };
    for (const item of Object.values(others).slice(0, 3)) await update(editor, item, { title: 'Second version' });
    for (const [kind, item] of Object.entries(others)) {
      const before = await stateOf(item);
      for (const [name, variables] of Object.entries(CHANGES)) {
        const { code, message } = await send(author, name as Mutation, variables(item));
        expect([kind, name, code]).toEqual([kind, name, 'FORBIDDEN']);
        expect(message).toContain(AUTHOR_RIGHTS);
      }
      expect(await stateOf(item)).toEqual(before);
    }
  });

  test('publishes, archives and schedules nothing, also with aliases and in a batch', async () => {
    const item = await create(author);
    for (const status of ['published', 'archived']) {
      const tries: [Mutation, object][] = [
        ['createContent', { input: draft({ status }) }],
        ['createContents', { input: { items: [draft({ status })] } }],
        ['putContent', { externalId: newId(), input: { type: 'article', title: 'New', status } }],
        ['putContent', { externalId: item.externalId, input: { type: 'article', title: 'Old', status } }],
        ['updateContent', { id: item.id, input: { status } }],
        ['updateContents', { input: { items: [{ id: item.id, changes: { status } }] } }],
      ];
      for (const [name, variables] of tries)
        expect([name, (await send(author, name, variables)).code]).toEqual([name, 'FORBIDDEN']);
    }
    const aliases = `mutation ($id: ID!) {
      fine: updateContent(id: $id, input: { title: "Fine" }) { id }
      deleteContent: updateContent(id: $id, input: { status: published }) { id }
    }`;
    const { errors } = await author.graphql(aliases, { id: item.id }, site.id);
    expect(errors).toMatchObject([{ path: ['deleteContent'], extensions: { code: 'FORBIDDEN' } }]);
    const scheduling = `mutation ($id: ID!) {
      updateContent: scheduleContent(id: $id, input: { publishAt: "2029-01-01T00:00:00Z" }) { id }
    }`;
    const refused = await author.graphql(scheduling, { id: item.id }, site.id);
    expect(refused.errors?.[0]?.message).toBe(`This operation requires the role editor. ${AUTHOR_RIGHTS}`);
    expect(await stateOf(item)).toMatchObject({ title: 'Fine', status: 'draft', schedule: null });
  });

  test('brings back own drafts only, and removes nothing for good', async () => {
    const own = await create(author);
    expect((await send(author, 'deleteContent', { id: own.id, permanently: true })).code).toBe('FORBIDDEN');
    const trashed = [await ofAuthor(publish), await create(colleague)];
    for (const { id } of trashed) {
      await send(editor, 'deleteContent', { id });
      expect((await send(author, 'restoreContent', { id })).code).toBe('FORBIDDEN');
      expect((await send(editor, 'restoreContent', { id })).message).toBe('');
    }
  });

  test('has the same limits in the typed schema of the site', async () => {
    const item = await create(colleague);
    await site.create('/content-types', { name: 'Note', slug: 'note', fields: [] });
    const create_ = 'mutation { createNote(input: { externalId: "n1", title: "N", status: published }) { id } }';
    const answers = await Promise.all(
      [create_, create_.replace('status: published', ''), `mutation { deleteNote(id: "${item.id}") { deleted } }`].map(
        typed,
      ),
    );
    expect(answers).toEqual(['FORBIDDEN', undefined, expect.stringMatching(/FORBIDDEN|NOT_FOUND/)]);
  });
});

async function typed(query: string): Promise<unknown> {
  const response = await fetch(`${service.url}/graphql/site`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: service.url,
      cookie: author.cookie,
      'x-lectern-site': site.id,
    },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code;
}

interface State {
  title: string;
  status: string;
  revision: number;
  schedule: object | null;
}

async function stateOf({ id }: Item): Promise<State> {
  const query = 'query ($id: ID!) { content(id: $id) { title status revision schedule { publishAt } } }';
  const { data } = await editor.graphql<{ content: State }>(query, { id }, site.id);
  return data!.content;
}

describe('who created an item', () => {
  const query = 'query ($id: ID!) { content(id: $id) { createdBy { kind name } } }';

  test('stays known when others change it and when it was in the trash, and is none of its values', async () => {
    const { id } = await ofAuthor(publish);
    await send(editor, 'deleteContent', { id });
    await send(editor, 'restoreContent', { id });
    const { data } = await author.graphql(query, { id }, site.id);
    expect(data).toEqual({ content: { createdBy: { kind: 'member', name: 'author' } } });
    const version = 'query ($id: ID!) { contentVersion(id: $id) { values } }';
    const { data: current } = await editor.graphql<{ contentVersion: { values: object } }>(version, { id }, site.id);
    expect(Object.keys(current!.contentVersion.values)).not.toContain('createdBy');
  });

  test('is null for keys that read published content only', async () => {
    const { id } = await ofAuthor(publish);
    const { secret } = await service.key(site.id, { name: 'public', scopes: ['read'] });
    const read = (key: string) => service.graphql(query, { id }, { 'x-svc-api-key': key });
    expect((await read(secret)).data).toEqual({ content: { createdBy: null } });
    const { secret: preview } = await service.key(site.id, { name: 'preview', scopes: ['read', 'preview'] });
    expect((await read(preview)).data).toMatchObject({ content: { createdBy: { name: 'author' } } });
  });

  test('limits a list to what the caller has created', async () => {
    const { browser } = await signedInMember(service, site.id, 'author');
    const own = [await create(browser), await create(browser)];
    const list = '{ contents(createdByMe: true) { total items { id } } }';
    const { data } = await browser.graphql<{ contents: { total: number; items: Item[] } }>(list, {}, site.id);
    expect(data!.contents.total).toBe(2);
    expect(data!.contents.items.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
  });
});
