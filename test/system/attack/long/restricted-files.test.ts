import { beforeAll, describe, expect, test } from 'vitest';
import { type Attacked, useTarget } from '../use-target.ts';

const attacked = useTarget();

const SECRET = 'restricted-file-7c1e';

interface Uploaded {
  id: string;
  key: string;
  jobId: string;
}

let restricted: Uploaded;
let open: Uploaded;
let premium: Record<string, string>;
let free: Record<string, string>;

beforeAll(async () => {
  const { target, site, key } = attacked;
  const folder = await target.rest<{ _id: string; id: string }>('POST', '/assets/folders', key, {
    name: 'Members',
    slug: 'members',
    accessLevel: 'premium',
  });
  const folderId = folder.data._id ?? folder.data.id;
  restricted = await uploadAndProcess(attacked, `${SECRET}.txt`, folderId);
  open = await uploadAndProcess(attacked, 'open.txt');
  premium = { ...key, authorization: `Bearer ${await target.token(site.id, { uid: 'p', membershipTier: 'premium' })}` };
  free = { ...key, authorization: `Bearer ${await target.token(site.id, { uid: 'f', membershipTier: 'free' })}` };
});

async function uploadAndProcess({ target, key }: Attacked, name: string, folderId?: string): Promise<Uploaded> {
  const form = new FormData();
  if (folderId !== undefined) form.append('folderId', folderId);
  form.append('file', new Blob([`The text of ${name}: ${SECRET}.`], { type: 'text/plain' }), name);
  const uploaded = await fetch(`${target.url}/api/sdk/assets/upload`, { method: 'POST', headers: key, body: form });
  const answer = (await uploaded.json()) as { data: { key: string } };
  if (uploaded.status !== 200) throw new Error(JSON.stringify(answer));
  const processed = await target.rest<{ jobId: string }>('POST', '/knowledge/process', key, {
    fileKey: answer.data.key,
    fileName: name,
  });
  if (processed.status !== 200) throw new Error(processed.text);
  const { rows } = await listed(attacked, await everything(attacked));
  const id = rows.find(({ key: stored }) => stored === answer.data.key)?.id ?? '';
  return { id, key: answer.data.key, jobId: processed.data.jobId };
}

/** A caller who may see all. */
async function everything({ target, site, key }: Attacked): Promise<Record<string, string>> {
  return { ...key, authorization: `Bearer ${await target.token(site.id, { uid: 'all', membershipTier: 'premium' })}` };
}

async function listed({ target }: Attacked, headers: Record<string, string>) {
  const { data } = await target.graphql<{
    assets: { total: number; items: { id: string; key: string; url: string }[] };
  }>('{ assets { total items { id key url fileName } } }', {}, headers);
  return { total: data?.assets.total, rows: data?.assets.items ?? [] };
}

const callers = { 'a key alone': () => attacked.key, 'a user of tier free': () => free };

describe.each(Object.entries(callers))('%s', (_name, headers) => {
  test('gets no restricted file from the list of files, nor by its total', async () => {
    const { total, rows } = await listed(attacked, headers());
    expect(rows.map(({ key }) => key)).toEqual([open.key]);
    expect(total).toBe(1);
  });

  test('does not get it by id, by the list of jobs, nor by its job', async () => {
    const { target } = attacked;
    const byId = await target.graphql(
      'query ($id: ID!) { asset(id: $id) { key url fileName } }',
      { id: restricted.id },
      headers(),
    );
    const jobs = await target.graphql('{ fileProcessingJobs { total items { id fileName } } }', {}, headers());
    const job = await target.rest('GET', `/knowledge/process/${restricted.jobId}`, headers());
    expect(JSON.stringify([byId, jobs])).not.toContain(SECRET);
    expect(job.text).not.toContain(SECRET);
    expect([401, 403, 404]).toContain(job.status);
  });

  test('cannot find it in the knowledge base', async () => {
    const search = await attacked.target.rest('POST', '/rag/search', headers(), { query: SECRET });
    const sources = await attacked.target.rest('GET', '/rag/documents', headers());
    expect(search.text.replaceAll(`"query":"${SECRET}"`, '')).not.toContain(SECRET);
    expect(sources.text).not.toContain(SECRET);
  });
});

describe('at the CDN', () => {
  const cdn = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${attacked.target.url}/cdn/${path}`, { headers });

  test('the bytes of a restricted file need more than its address', async () => {
    for (const path of [restricted.key, `${restricted.key}?expires=9999999999&signature=x`, `${restricted.key}?w=10`]) {
      const answer = await cdn(path);
      expect(answer.status).not.toBe(200);
      expect(await answer.text()).not.toContain(SECRET);
    }
    for (const range of ['bytes=0-4', 'bytes=-4']) expect((await cdn(restricted.key, { range })).status).not.toBe(206);
  });

  test('who may see it is given an address that works, and that works for nothing else', async () => {
    const { rows } = await listed(attacked, premium);
    const url = rows.find(({ key }) => key === restricted.key)?.url ?? '';
    const { pathname, search } = new URL(url);
    const answer = await fetch(`${attacked.target.url}${pathname}${search}`);
    expect(await answer.text()).toContain(SECRET);
    const other = await fetch(`${attacked.target.url}${pathname}x${search}`);
    expect(other.status).not.toBe(200);
    const later = await fetch(`${attacked.target.url}${pathname}${search.replaceAll(/\d{4,}/g, '9999999999')}`);
    expect(later.status).not.toBe(200);
  });

  test('a public file is served by its plain address', async () => {
    expect((await cdn(open.key)).status).toBe(200);
  });
});
