import { beforeAll, describe, expect, test } from 'vitest';
import { ofOneInstance } from '../support/instances.ts';
import { type TokenChanges, startCloudTasksDouble } from '../support/cloud-tasks-double.ts';
import { useOwnService, useService, useSite } from '../support/use-service.ts';
import { use } from '../support/use.ts';

const double = use(() => startCloudTasksDouble());
const service = useOwnService(() => double.environment);
const site = useSite(service);
let jobId: string;

beforeAll(async () => {
  double.routeTo(service.url);
  // One job that waits, and whose own task never comes.
  double.next('drop');
  const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'Waiting', content: 'A wait.' });
  const [job] = await service.app.database.system.rows<{ id: string }>('select id from job where key = $1', [id]);
  jobId = job?.id ?? '';
});

async function states(): Promise<string[]> {
  const rows = await service.app.database.system.rows<{ status: string }>('select status from job');
  return rows.map(({ status }) => status);
}

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;

describe('a delivery is rejected, and nothing runs, with', () => {
  const refusals: [string, number, TokenChanges][] = [
    ['the token of another account', 403, { claims: { email: 'somebody@lectern-test.iam.gserviceaccount.com' } }],
    ['an address that is not verified', 403, { claims: { email_verified: false } }],
    ['no address', 403, { claims: { email: undefined } }],
    ['a token for another service', 401, { claims: { aud: 'https://elsewhere.example' } }],
    ['a token for the URL of the delivery', 401, { claims: { aud: 'https://lectern.example/internal/jobs' } }],
    ['an expired token', 401, { claims: { iat: secondsAgo(8_000), exp: secondsAgo(4_400) } }],
    ['a token of another issuer', 401, { claims: { iss: 'https://issuer.example' } }],
    ["a token signed with somebody else's key", 401, { signature: 'foreign' }],
    ['an unsigned token', 401, { signature: 'none' }],
  ];
  test.each(refusals)('%s', async (_what, status, changes) => {
    for (const path of [`/internal/jobs/${jobId}`, '/internal/sweep']) {
      const answer = await double.call(path, await double.token(changes));
      expect(answer.status).toBe(status);
      const body: unknown = await answer.json();
      expect(body).toEqual({ success: false, error: status === 401 ? 'Unauthorized' : 'Forbidden' });
    }
    expect(await states()).toEqual(['queued']);
  });

  test('no token, or what is none', async () => {
    for (const token of [null, 'x', 'a.b.c', `${'a'.repeat(5_000)}.b.c`]) {
      expect((await double.call(`/internal/jobs/${jobId}`, token)).status).toBe(401);
    }
    const key = await fetch(`${service.url}/internal/sweep`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, authorization: `Basic ${btoa('a:b')}` },
    });
    expect(key.status).toBe(401);
    expect(await states()).toEqual(['queued']);
  });
});

describe('a delivery', () => {
  test('has a body of at most a thousand bytes', async () => {
    const deliver = async (id: string, bytes: number, type: string) => {
      const response = await fetch(`${service.url}/internal/jobs/${id}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await double.token()}`, 'content-type': type },
        body: 'x'.repeat(bytes),
      });
      return response.status;
    };
    expect(await deliver(jobId, 1_025, 'application/octet-stream')).toBe(413);
    expect(await states()).toEqual(['queued']);
    expect(await deliver('unknown', 1_000, 'application/json')).toBe(204);
    expect(await deliver('unknown', 1_000, 'multipart/form-data')).toBe(204);
  });

  test('of an unknown job does nothing', async () => {
    for (const id of ['unknown', '01890000-0000-7000-8000-000000000000', '%00', 'x'.repeat(500)]) {
      expect((await double.call(`/internal/jobs/${id}`, await double.token())).status).toBe(204);
    }
    expect(await states()).toEqual(['queued']);
  });

  test('of an earlier turn of the job leaves it to its own', async () => {
    expect((await double.call(`/internal/jobs/${jobId}?turn=1`, await double.token())).status).toBe(204);
    expect(await states()).toEqual(['queued']);
  });

  test('that is far too early is to come again when it is time', async () => {
    await service.app.database.system.rows(`update job set run_at = now() + interval '1 hour'`);
    const answer = await double.call(`/internal/jobs/${jobId}`, await double.token());
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3_590);
    await service.app.database.system.rows('update job set run_at = now()');
  });

  test('ends with its job', async () => {
    expect((await double.call(`/internal/jobs/${jobId}`, await double.token())).status).toBe(204);
    expect(await states()).toEqual(['completed']);
  });
});

test('certificates are fetched once, also for many that come at the same time', ofOneInstance, async () => {
  expect(double.certificateFetches).toBe(1);
});

describe('while the certificates cannot be fetched', ofOneInstance, () => {
  const away = use(() => startCloudTasksDouble());
  const other = useOwnService(() => {
    away.certificatesDown = true;
    return away.environment;
  });

  test('a delivery is answered 503, is repeated, and is then accepted', async () => {
    away.routeTo(other.url);
    const answers = await Promise.all([1, 2, 3].map(async () => away.call('/internal/sweep', await away.token())));
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(away.certificateFetches).toBeLessThanOrEqual(4);
    away.certificatesDown = false;
    expect((await away.sweep()).status).toBe(200);
  });
});

describe('without Cloud Tasks', ofOneInstance, () => {
  const local = useService();

  test('there is nothing below /internal', async () => {
    const token = await double.token();
    for (const path of ['/internal/sweep', `/internal/jobs/${jobId}`, '/internal']) {
      const answer = await fetch(`${local.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(404);
    }
  });
});
