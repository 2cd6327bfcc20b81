import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { TestSmtpServer } from '../../support/smtp-server.ts';
import { use } from '../../support/use.ts';
import { startObserved } from '../../telemetry/observed-service.ts';
import { closeServer, listenLocally } from '../../support/local-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const WITHIN = { traceparent: `00-${TRACE}-${CALLER}-01` };

type Line = Record<string, unknown>;

function parsed(lines: readonly string[]): Line[] {
  return lines.map((line) => JSON.parse(line) as Line);
}

describe('with a Google Cloud project and telemetry', () => {
  const smtp = use(() => TestSmtpServer.start());
  const observed = use(() =>
    startObserved({
      GOOGLE_CLOUD_PROJECT: 'project-of-the-tests',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'forms@lectern.example',
    }),
  );
  const site = use(() => observed.service.site());
  beforeAll(() => void smtp.unknown.add('owner@example.org'));

  function lineOf(requestId: string): Line | undefined {
    return observed.logged().find((line) => line['requestId'] === requestId && line['message'] === 'request');
  }

  test('a request is one line, as Cloud Logging reads it, with request, site, trace and the request’s span', async () => {
    await site.call('GET', '/content?search=words', undefined, { ...WITHIN, 'x-request-id': 'one' });
    const span = await observed.told((receiver) =>
      receiver.spansOf(TRACE).find(({ name }) => name === 'GET /api/sdk/content'),
    );
    expect(lineOf('one')).toEqual({
      severity: 'INFO',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: 'request',
      requestId: 'one',
      siteId: site.id,
      'logging.googleapis.com/trace': `projects/project-of-the-tests/traces/${TRACE}`,
      'logging.googleapis.com/spanId': span.spanId,
      'logging.googleapis.com/trace_sampled': true,
      httpRequest: {
        requestMethod: 'GET',
        requestUrl: '/api/sdk/content',
        status: 200,
        latency: expect.stringMatching(/^\d+\.\d{3}s$/),
        userAgent: 'node',
      },
    });
  });

  test('a request without a key has no site, and without a trace one of its own', async () => {
    await fetch(`${observed.service.url}/health/live`, { headers: { 'x-request-id': 'two' } });
    await expect.poll(() => lineOf('two'), { timeout: 20_000 }).toBeDefined();
    const line = lineOf('two');
    expect(line).not.toHaveProperty('siteId');
    expect(line?.['logging.googleapis.com/trace']).toMatch(/^projects\/project-of-the-tests\/traces\/[0-9a-f]{32}$/);
  });

  test('a request whose caller disconnected is logged as 499', async () => {
    const arrived = once(observed.service.app.server.server, 'request');
    const socket = connect(Number(new URL(observed.service.url).port), '127.0.0.1');
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\nX-Request-Id: three\r\n\r\n{`,
    );
    await arrived;
    socket.destroy();
    await expect.poll(() => lineOf('three'), { timeout: 20_000 }).toMatchObject({ httpRequest: { status: 499 } });
  });

  test('what fails in a request has its ids, the innermost span, and a stack for Error Reporting', async () => {
    await observed.service.admin(
      'mutation ($id: ID!) { updateSite(id: $id, input: {forms: {enabled: true}}) { id } }',
      { id: site.id },
    );
    const form = { formName: 'Contact', fields: { message: 'Hello' } };
    await site.call('POST', '/forms/submit', form, { ...WITHIN, 'x-request-id': 'four' });
    const line = observed.logged().find(({ requestId, severity }) => requestId === 'four' && severity === 'ERROR');
    expect(line).toMatchObject({
      message: 'Failed to send email notification',
      siteId: site.id,
      'logging.googleapis.com/trace': `projects/project-of-the-tests/traces/${TRACE}`,
      err: { type: 'ServiceError', code: 'INTERNAL', cause: { code: expect.any(String) } },
      stack_trace: expect.stringMatching(/^ServiceError: Failed to send.*\n {4}at [^]*\ncaused by \w+: .*\n {4}at /),
    });
  });

  test('every line of a job has the job, its kind, its site and the job’s trace', async () => {
    const { database } = observed.service.app;
    await database.system.rows(
      `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
       values (gen_random_uuid(), $1, $1::uuid, 'index-source', 'no-such-source', '{}', 'queued', 0, now(), now())`,
      [site.id],
    );
    const failed = () => observed.logged().find(({ message }) => message === 'job failed');
    observed.service.app.features.runners.main.wake();
    await expect.poll(failed, { timeout: 20_000 }).toBeDefined();
    const line = failed();
    await database.system.rows(`delete from job where key = 'no-such-source'`);
    const span = await observed.told(({ spans }) =>
      spans.find(({ attributes }) => attributes['lectern.job.id'] === line?.['jobId']),
    );
    expect(line).toMatchObject({
      severity: 'WARNING',
      kind: 'index-source',
      siteId: site.id,
      'logging.googleapis.com/trace': `projects/project-of-the-tests/traces/${span.traceId}`,
    });
  });
});

describe('without telemetry', () => {
  const lines: string[] = [];
  const site = useSite(useOwnService({ LOG_LEVEL: 'info' }, { write: (line) => void lines.push(line) }));

  test('the caller’s trace still stands in the log, and where it has none, none is made up', async () => {
    await site.call('GET', '/content', undefined, { ...WITHIN, 'x-request-id': 'five' });
    await site.call('GET', '/content', undefined, { 'x-request-id': 'six' });
    await expect.poll(() => lines.some((line) => line.includes('"six"'))).toBe(true);
    const [five, six] = parsed(lines).filter(({ requestId }) => requestId === 'five' || requestId === 'six');
    expect(five).toMatchObject({ traceId: TRACE, spanId: CALLER, siteId: site.id });
    expect(six).not.toHaveProperty('traceId');
  });
});

describe('while the receiver', () => {
  /** @param waits until the exporter has given up */
  async function rate(
    endpoint: string,
    waits: boolean,
  ): Promise<{ statuses: number[]; stopMs: number; warnings: Line[] }> {
    const lines: string[] = [];
    const service = await startService(
      { LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
      { write: (line) => void lines.push(line) },
    );
    const site = await service.site();
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++) statuses.push((await site.get('/content')).status);
    const flushed = service.app.telemetry.flush();
    statuses.push((await site.get('/content')).status);
    if (waits) await flushed;
    const asked = performance.now();
    await service.stop();
    return { statuses, stopMs: performance.now() - asked, warnings: parsed(lines) };
  }
  const fine = [200, 200, 200, 200, 200, 200];

  test('is not available, requests are answered, the log has one line about it, and the service stops in time', async () => {
    const { statuses, stopMs, warnings } = await rate('http://127.0.0.1:9', true);
    expect(statuses).toEqual(fine);
    expect(stopMs).toBeLessThan(4_000);
    expect(warnings.map(({ severity, message }) => [severity, message])).toEqual([
      ['WARNING', 'telemetry could not be exported'],
    ]);
  });

  test('does not answer, requests are answered and the service stops in time', async () => {
    const silent = createServer(() => {});
    const { statuses, stopMs } = await rate(`http://127.0.0.1:${await listenLocally(silent)}`, false);
    await closeServer(silent);
    expect(statuses).toEqual(fine);
    expect(stopMs).toBeLessThan(4_000);
  });
});
