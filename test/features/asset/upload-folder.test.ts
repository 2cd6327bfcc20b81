import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { picture } from './sample-files.ts';
import { cdn, sendForm, upload, uploadAsset } from './uploading.ts';

const service = useService();
const site = useSite(service);
let png: Buffer<ArrayBuffer>;

beforeAll(async () => {
  png = Buffer.from(await picture('png'));
});

interface Refusal {
  error: unknown;
  fields: unknown;
}

const GRANT = { filename: 'a.png', contentType: 'image/png' };
const CREATE_GRANT = 'mutation ($input: CreateUploadGrantInput!) { createUploadGrant(input: $input) { key } }';

const fieldsOf = (details: unknown) => (details as { field: string }[] | undefined)?.map(({ field }) => field);

/** Every way a file can come in, with a `folder`. */
const WAYS: Record<string, (folder: string) => Promise<Refusal>> = {
  async 'the REST form'(folder) {
    const { body } = await sendForm(site, 'a.png', png, { fields: { folder } });
    return { error: body.error, fields: fieldsOf(body.details) };
  },
  async 'a REST grant'(folder) {
    const { body } = await site.post('/assets/upload', { ...GRANT, folder });
    return { error: body.error, fields: fieldsOf(body.details) };
  },
  async 'a GraphQL grant'(folder) {
    const { errors } = await site.graphql(CREATE_GRANT, { input: { ...GRANT, folder } });
    return { error: errors?.[0]?.message, fields: fieldsOf(errors?.[0]?.extensions['details']) };
  },
  async 'a GraphQL upload'(folder) {
    const { answer } = await uploadAsset(site, 'a.png', png, { folder });
    const [error] = answer.errors ?? [];
    return { error: error?.message, fields: fieldsOf(error?.extensions['details']) };
  },
};

describe.each(Object.keys(WAYS))('%s', (way) => {
  const send = (folder: string) => (WAYS[way] as (folder: string) => Promise<Refusal>)(folder);

  test.each([
    ['a name of 251 characters', 'x'.repeat(251), 'folder must have names of at most 96 characters'],
    [
      'a name of 97 characters below others',
      `a/b/${'x'.repeat(97)}`,
      'folder must have names of at most 96 characters',
    ],
    ['a path of 1,001 characters', 'Aé/'.repeat(334).slice(0, 1_001), 'folder must have at most 1000 characters'],
  ])('into %s is 400 and leaves nothing', async (_what, folder, message) => {
    const before = await rows();
    expect(await send(folder)).toEqual({ error: message, fields: ['folder'] });
    expect(await rows()).toBe(before);
  });

  test('into a name of 96 characters is taken', async () => {
    expect(await send('x'.repeat(96))).toEqual({ error: undefined, fields: undefined });
  });
});

test('the deepest folders with the longest names take the longest file name, which is served and transformed', async () => {
  let folderId: string | null = null;
  for (let level = 0; level < 8; level++) {
    const input: object = { name: 'Long', slug: 'y'.repeat(96), parentId: folderId };
    folderId = (await site.create<{ _id: string }>('/assets/folders', input))._id;
  }
  const key = await upload(site, `${'z'.repeat(290)}.jpeg`, await picture('jpeg'), { folderId: String(folderId) });
  expect(Math.max(...key.split('/').map(({ length }) => length))).toBeLessThan(256);
  expect((await cdn(site, key)).status).toBe(200);
  for (const _made of ['now', 'before']) {
    expect((await cdn(site, `${key}?w=4096&h=4096&fit=cover&q=100&f=webp`)).status).toBe(200);
  }
});

test('a folder cannot be made, or renamed, to a name that does not fit into a key', async () => {
  const slug = 'z'.repeat(97);
  const made = await site.post('/assets/folders', { name: 'Z', slug });
  const { _id } = await site.create<{ _id: string }>('/assets/folders', { name: 'Z', slug: 'z' });
  const renamed = await site.put(`/assets/folders/${_id}`, { slug });
  for (const { status, body } of [made, renamed]) {
    expect([status, body.error]).toEqual([400, 'slug must have at most 96 characters']);
  }
});

async function rows(): Promise<unknown> {
  const scope = service.app.database.forSite(site.id, 'background');
  return (await scope.row<{ count: number }>('select count(*)::int as count from asset'))?.count;
}

test('a field after the file is an error, as the file is stored while it arrives', async () => {
  const before = await rows();
  const form = new FormData();
  form.append('file', new Blob([png], { type: 'image/png' }), 'a.png');
  form.append('folder', 'images');
  const response = await fetch(`${site.service.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key },
    body: form,
  });
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 400,
    body: { success: false, error: 'folder must come before the file in the form' },
  });
  expect(await rows()).toBe(before);
});
