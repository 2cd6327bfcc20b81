import { describe, expect, test } from 'vitest';
import { removeExpiredAnswers } from '../../../src/features/idempotency/idempotency.rows.ts';
import { untilBlocking } from '../../support/locks.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import type { TestSite } from '../../support/site.ts';
import { sendForm, upload } from '../asset/uploading.ts';
import { aPersona } from '../persona/personas.ts';
import { CREATIONS, bodyFor, postWithKey, rowsOf } from './requests.ts';

const PERSONA = aPersona();

describe('Idempotency-Key', () => {
  const service = useService();
  const site = useSiteForEach(service);

  const ofSystem = (sql: string, values: unknown[] = []) => service.app.database.system.rows(sql, values);

  test.each(CREATIONS)('POST $path: a repetition creates nothing and gets the same answer', async (creation) => {
    const { path, table, body } = creation;
    const before = await rowsOf(site, table);
    const first = await postWithKey(site, path, body, 'key-1');
    const second = await postWithKey(site, path, body, 'key-1');
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await rowsOf(site, table)).toBe(before + 1);
  });

  test.each(CREATIONS)('POST $path: with a key the answer has the same form as without', async ({ path, body }) => {
    const other = await service.site();
    const [plain, keyed] = [
      await postWithKey(site, path, body, undefined),
      await postWithKey(other, path, body, 'key-1'),
    ];
    expect(shapeOf(keyed.body)).toEqual(shapeOf(plain.body));
  });

  test('POST /webhook-tools/:id/rotate-secret: the secret is shown again, and is stored nowhere in the clear', async () => {
    const tool = await site.create<{ _id: string }>('/webhook-tools', bodyFor('/webhook-tools'));
    const rotate = () => postWithKey(site, `/webhook-tools/${tool._id}/rotate-secret`, undefined, 'rotation');
    const [first, second] = [await rotate(), await rotate()];
    expect(first.status).toBe(200);
    expect(second.text).toBe(first.text);
    const [row] = (await ofSystem('select answer from idempotent_answer where site_id = $1', [site.id])) as {
      answer: string;
    }[];
    expect(row!.answer).not.toContain((first.body.data as { signingSecret: string }).signingSecret);
    expect(row!.answer).toMatch(/^v1\./);
  });

  test('POST /knowledge/process: one job', async () => {
    const key = await upload(site, 'halyard.txt', 'The halyard is here.');
    const body = { fileKey: key, fileName: 'halyard.txt' };
    const [first, second] = [
      await postWithKey(site, '/knowledge/process', body, 'p'),
      await postWithKey(site, '/knowledge/process', body, 'p'),
    ];
    expect(second.text).toBe(first.text);
  });

  test('the form of POST /assets/upload: one file, whose name, type and length count as the body', async () => {
    const send = (name: string, content: string) => {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return fetch(`${service.url}/api/sdk/assets/upload`, {
        method: 'POST',
        headers: { 'x-svc-api-key': site.key, 'idempotency-key': 'file' },
        body: form,
      });
    };
    const first = await send('a.txt', 'one');
    const second = await send('a.txt', 'one');
    expect(await second.text()).toBe(await first.text());
    expect(await rowsOf(site, 'asset')).toBe(1);
    expect((await send('a.txt', 'longer')).status).toBe(409);
    expect((await send('b.txt', 'one')).status).toBe(409);
    expect((await sendForm(site, 'b.txt', 'one')).status).toBe(200);
  });

  test('another body under the same key is 409, and nothing is done', async () => {
    await postWithKey(site, '/personas', PERSONA, 'key');
    const { status, body } = await postWithKey(site, '/personas', { ...PERSONA, name: 'Other' }, 'key');
    expect([status, body.error]).toEqual([409, 'This Idempotency-Key was used for another request']);
    expect(await rowsOf(site, 'persona')).toBe(1);
  });

  test('a key belongs to an operation, an API key and a user', async () => {
    const { secret } = await service.key(site.id);
    const token = await service.token(site.id, { uid: 'ada' });
    const others: [string, object, Record<string, string>][] = [
      ['/personas', PERSONA, {}],
      ['/knowledge/documents', { title: 'Once', content: 'Once.' }, {}],
      ['/personas', PERSONA, { 'x-svc-api-key': secret }],
      ['/personas', PERSONA, { authorization: `Bearer ${token}` }],
    ];
    for (const [path, body, headers] of others) {
      const { status, headers: answered } = await postWithKey(site, path, body, 'shared', headers);
      expect([status, answered.get('idempotent-replayed')]).toEqual([200, null]);
    }
    expect(await rowsOf(site, 'persona')).toBe(3);
    expect(await rowsOf(await service.site(), 'idempotent_answer')).toBe(0);
  });

  test('a user who may see less by now does not get the former answer again', async () => {
    const as = async (tier: 'premium' | 'free') => ({
      authorization: `Bearer ${await service.token(site.id, { uid: 'ada', membershipTier: tier })}`,
    });
    expect((await postWithKey(site, '/personas', PERSONA, 'key', await as('premium'))).status).toBe(200);
    expect((await postWithKey(site, '/personas', PERSONA, 'key', await as('free'))).status).toBe(409);
  });

  test.each(['', 'expired', 'eyJhbGciOiJub25lIn0.e30.'])(
    'an invalid token is 401 with a former key as without one: %j',
    async (token) => {
      const once = { ...PERSONA, name: 'Once' };
      await postWithKey(site, '/personas', once, 'key');
      for (const key of ['key', 'new', undefined]) {
        const answer = await postWithKey(site, '/personas', once, key, { authorization: `Bearer ${token}` });
        expect([answer.status, answer.headers.get('idempotent-replayed')]).toEqual([401, null]);
      }
      expect(await rowsOf(site, 'idempotent_answer')).toBe(1);
    },
  );

  test('of many at once one creates; the others get its answer, or 409 while it runs', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => postWithKey(site, '/personas', PERSONA, 'race')),
    );
    expect(await rowsOf(site, 'persona')).toBe(1);
    const texts = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    expect(texts.size).toBe(1);
    for (const { status, headers } of answers.filter(({ status: other }) => other !== 200)) {
      expect([status, headers.get('retry-after')]).toEqual([409, '2']);
    }
    expect((await postWithKey(site, '/personas', PERSONA, 'race')).status).toBe(200);
  });

  test('what failed is not kept: the same key serves for the corrected request', async () => {
    const wrong = await postWithKey(site, '/personas', { ...PERSONA, capabilityTier: 'unknown' }, 'key');
    expect(wrong.status).toBe(400);
    expect((await postWithKey(site, '/personas', PERSONA, 'key')).status).toBe(200);
    expect((await sendWrongFile(site)).status).toBe(400);
    expect(await rowsOf(site, 'idempotent_answer')).toBe(1);
  });

  test('a connection that is lost before the commit leaves neither the persona nor the key', async () => {
    await service.app.database.system.write(async (tx) => {
      await tx.rows('set local role none');
      await tx.rows('lock table idempotent_answer in exclusive mode');
      const lost = postWithKey(site, '/personas', PERSONA, 'key');
      const pids = await untilBlocking(service.app.database, tx);
      await tx.rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [`{${pids.join(',')}}`]);
      expect((await lost).status).toBeGreaterThanOrEqual(500);
    });
    expect([await rowsOf(site, 'persona'), await rowsOf(site, 'idempotent_answer')]).toEqual([0, 0]);
    expect((await postWithKey(site, '/personas', PERSONA, 'key')).status).toBe(200);
    expect(await rowsOf(site, 'persona')).toBe(1);
  });

  test('an expired key serves again, and maintenance removes it', async () => {
    await postWithKey(site, '/personas', PERSONA, 'key');
    await ofSystem(`update idempotent_answer set expires_at = now() where site_id = $1`, [site.id]);
    const { headers } = await postWithKey(site, '/personas', PERSONA, 'key');
    expect(headers.get('idempotent-replayed')).toBeNull();
    expect(await rowsOf(site, 'persona')).toBe(2);
    await ofSystem(`update idempotent_answer set expires_at = now() where site_id = $1`, [site.id]);
    await removeExpiredAnswers(service.app.database.system);
    expect(await rowsOf(site, 'idempotent_answer')).toBe(0);
  });

  test('a site that has stored 1 GB of answers is rejected with a new key, not with a former one', async () => {
    await postWithKey(site, '/personas', PERSONA, 'key');
    const full = await service.site();
    await ofSystem(
      `insert into idempotent_answer (site_id, identity, fingerprint, answer, bytes, expires_at)
       values ($1, 'i', 'f', '', 1073741824, now() + interval '1 hour')`,
      [full.id],
    );
    expect((await postWithKey(full, '/personas', PERSONA, 'key')).status).toBe(429);
    expect((await postWithKey(full, '/personas', PERSONA, undefined)).status).toBe(200);
    expect((await postWithKey(site, '/personas', PERSONA, 'key')).headers.get('idempotent-replayed')).toBe('true');
  });

  test.each(['', 'x'.repeat(256), 'two words', 'käse'])('%j is no key', async (key) => {
    const headers = { 'idempotency-key': Buffer.from(key).toString('latin1') };
    const { status, body } = await postWithKey(site, '/personas', PERSONA, undefined, headers);
    expect([status, body.error]).toEqual([
      400,
      'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
    ]);
  });

  test('is ignored where nothing is created', async () => {
    const search = () => postWithKey(site, '/rag/search', { query: 'anything' }, 'key');
    expect((await search()).headers.get('idempotent-replayed')).toBeNull();
    expect((await search()).headers.get('idempotent-replayed')).toBeNull();
    expect(await rowsOf(site, 'idempotent_answer')).toBe(0);
  });
});

function sendWrongFile(site: TestSite): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob(['MZ']), 'a.exe');
  return fetch(`${site.service.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key, 'idempotency-key': 'file' },
    body: form,
  });
}

/** Types instead of values; of texts what tells a date from an id. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
  }
  return typeof value === 'string'
    ? value
        .replaceAll(/[A-Za-z]/g, 'a')
        .replaceAll(/\d+/g, '0')
        .slice(0, 4)
    : typeof value;
}
