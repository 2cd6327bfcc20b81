import { expect, test } from 'vitest';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { RemoveSiteRows } from '../../../src/features/site/remove-site-rows.ts';
import { Browser } from '../../support/browser.ts';
import { newMember } from '../../support/member.ts';
import type { TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { type Grant, grant, here, put, upload } from '../asset/uploading.ts';
import { Admin, callerErrorOf } from './admin.ts';

// Calls with the key of a deleted site count as invalid keys of their address: each site has an address of its own.
const service = useOwnService({ TRUST_PROXY: '1' });
const admin = new Admin(service);

const WRITERS = 5;
const ROUNDS = 8;

/** Tables with rows of the site, itself included. */
async function tablesWith(siteId: string): Promise<string[]> {
  const { system } = service.app.database;
  const tables = await system.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'site_id' order by 1`,
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await system.rows(`select 1 from ${name} where site_id = $1 limit 1`, [siteId]);
      return rows.length > 0 ? [name] : [];
    }),
  );
  const closed = await system.rows('select 1 from closed_sites() as id where id = $1', [siteId]);
  return [...found.flat(), ...(closed.length > 0 ? ['site'] : [])];
}

/** As if the removal of a site that is deleted did not come to an end. */
const close = (site: TestSite) => service.app.database.system.change('select close_site($1)', [site.id]);

const article = (externalId: string) => ({ externalId, type: 'article', title: 'News', status: 'published' });

/** The writes of one writer, one after the other until one is rejected. Returns its status. */
async function write(site: TestSite, address: string, writer: number, written: () => void): Promise<number> {
  const call = <T>(method: string, path: string, body?: unknown) =>
    site.call<T>(method, path, body, { 'x-forwarded-for': address });
  for (let round = 0; ; round++) {
    const id = `${writer} ${round}`;
    let path = '';
    const writes = [
      async () => {
        const item = await call<{ _id: string }>('POST', '/content', article(id));
        path = `/content/${item.body.data?._id}`;
        return item;
      },
      () => call('PUT', path, { content: 'Rain.' }),
      () => call('PUT', `${path}/draft`, { content: 'Sun.' }),
      () => call('POST', '/knowledge/documents', { title: id, content: 'Snow.' }),
      () => call('POST', '/personas', { name: 'Guide', systemPrompt: 'Guide them.' }),
      () => call('DELETE', path),
    ];
    for (const each of writes) {
      const { status } = await each();
      if (status !== 200) return status;
      written();
    }
  }
}

test('a site that is deleted while others write to it: it is deleted, and they get 401 or 404', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const site = await service.site();
    const begun = Promise.withResolvers<void>();
    let writes = 0;
    const written = (): void => {
      if (++writes > 4 * WRITERS) begun.resolve();
    };
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(site, `192.0.2.${round}`, writer, written));
    await Promise.race([begun.promise, Promise.all(writers)]);
    const { data } = await admin.deleteSite(site.id);
    expect(data).toEqual({ deleteSite: { id: site.id, deleted: true } });
    statuses.push(...(await Promise.all(writers)));
    await expect.poll(() => tablesWith(site.id), { timeout: 60_000 }).toEqual([]);
  }
  expect(statuses.filter((status) => status !== 401 && status !== 404)).toEqual([]);
});

test('nothing reaches a site from its deletion on, whatever of it is still stored', async () => {
  const site = await service.site('Closed');
  const owner = await newMember(site, 'owner');
  const browser = new Browser(service);
  await browser.signIn(owner.email, owner.password);
  const key = await upload(site, 'a.txt', 'Open');
  const waiting = (await grant(site, 'b.txt', 'text/plain', { size: 4 })) as Grant & { resumableUrl: string };
  const cdn = `${service.url}/cdn/${key}`;
  expect((await fetch(cdn)).status).toBe(200);

  await close(site);
  service.app.features.keys.clear();

  expect((await site.get('/content')).status).toBe(401);
  expect((await fetch(cdn)).status).toBe(404);
  expect((await put(waiting.uploadUrl, 'text/plain', 'Late')).status).toBe(404);
  expect((await fetch(here(site, waiting.resumableUrl), { method: 'HEAD' })).status).toBe(404);
  const { errors } = await browser.graphql('{ contents { total } }', {}, site.id);
  expect(callerErrorOf({ errors: errors ?? [] })).toEqual({
    code: 'FORBIDDEN',
    message: 'You are not a member of this site',
  });
  const memberships = await browser.graphql('{ me { memberships { site { id } } } }');
  expect(JSON.stringify(memberships)).not.toContain(site.id);
  const listed = await admin.ask('{ allSites { id } }');
  expect(JSON.stringify(listed)).not.toContain(site.id);
  const missing = { code: 'NOT_FOUND', message: 'Site not found' };
  expect(callerErrorOf(await admin.site(site.id))).toEqual(missing);
  expect(callerErrorOf(await admin.createApiKey(site.id, { name: 'Late' }))).toEqual(missing);
  expect(callerErrorOf(await admin.updateSite(site.id, { name: 'Late' }))).toEqual(missing);
  expect(callerErrorOf(await admin.deleteSite(site.id))).toEqual(missing);
});

test('no job of a closed site is begun, and a removal that was interrupted is continued', async () => {
  await service.stopJobs();
  const [site, other] = [await service.site(), await service.site()];
  for (const each of [site, other]) {
    await each.create('/knowledge/documents', { title: 'Weather', content: 'It rains.' });
    await each.create('/content', article('1'));
  }
  await close(site);
  const { database, features } = service.app;
  const removal = new RemoveSiteRows({ database, jobs: features.jobs, log: createLogger('silent') });
  await service.startJobs();
  await other.indexed();
  const jobs = `select status from job where site_id = $1 and status <> 'queued'`;
  expect(await database.system.rows(jobs, [site.id])).toEqual([]);

  // Of a process that was killed, no more is left than what it has not removed yet.
  await database.system.change('delete from chunk where site_id = $1', [site.id]);
  await removal.enqueueAll();
  await expect.poll(() => tablesWith(site.id), { timeout: 60_000 }).toEqual([]);
  expect((await other.get('/content')).body.data).toHaveLength(1);
});
