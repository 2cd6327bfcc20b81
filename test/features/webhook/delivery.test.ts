import { describe, expect, test } from 'vitest';
import {
  DELIVERY,
  ENDPOINT,
  type Fields,
  ask,
  createEndpoint,
  createItem,
  deliveriesOf,
  eventually,
  passTime,
  signatureOf,
  startReceiver,
  useReceiver,
  updateItem,
} from './receiver.ts';

const { service, site, receiver } = useReceiver();

const endpointOf = async (id: string) =>
  (await ask<Fields[]>(site, `webhookEndpoints { ${ENDPOINT} }`)).find((each) => each.id === id);

describe('requests', () => {
  test('are signed as Standard Webhooks has it, and logged without the signature', async () => {
    const endpoint = await createEndpoint(site, receiver.url);
    const id = await createItem(site);
    receiver.answer = (response) => response.writeHead(202).end('é'.repeat(1_000_000));
    await eventually(site, async () =>
      expect((await deliveriesOf(site, endpoint.id))[0]?.['status']).toBe('delivered'),
    );
    const [request] = receiver.received;
    const [logged] = await deliveriesOf(site, endpoint.id);
    expect(request?.headers['webhook-signature']).toBe(request && signatureOf(request, endpoint.secret));
    expect(Math.abs(Number(request?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(logged).toMatchObject({
      event: 'content.created',
      subjectId: id,
      attempts: 1,
      nextAttemptAt: null,
      requestBody: request?.body,
      requestHeaders: {
        'content-type': 'application/json',
        'webhook-id': request?.headers['webhook-id'],
        'webhook-timestamp': request?.headers['webhook-timestamp'],
        'webhook-signature': '***',
      },
      responseStatus: 202,
      responseBody: 'é'.repeat(2_048),
      error: null,
    });
    expect(logged?.['durationMs']).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(logged)).not.toContain(endpoint.secret);
  });

  test('carry two signatures after a rotation, until the previous secret has expired', async () => {
    const { id, secret: former } = await createEndpoint(site, receiver.url);
    const { secret } = await ask(site, `rotateWebhookSecret(id: $id) { ${ENDPOINT} }`, { id });
    const test = `testWebhookEndpoint(id: $id) { ${DELIVERY} }`;
    await ask(site, test, { id });
    await service.app.database
      .forSite(site.id, 'background')
      .change('update webhook_endpoint set former_secret_until = now() where id = $1', [id]);
    await ask(site, test, { id });
    const [both, one] = receiver.received;
    if (!both || !one) throw new Error('Two requests were expected');
    expect(both.headers['webhook-signature']).toBe(`${signatureOf(both, secret)} ${signatureOf(both, former)}`);
    expect(one.headers['webhook-signature']).toBe(signatureOf(one, secret));
    expect((await endpointOf(id))?.secret).toBeNull();
  });

  test('of a test event have their outcome in the answer and in the log', async () => {
    const { id } = await createEndpoint(site, receiver.url, { enabled: false });
    receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end('moved');
    const outcome = await ask(site, `testWebhookEndpoint(id: $id) { ${DELIVERY} }`, { id });
    expect(outcome).toMatchObject({
      event: 'test',
      status: 'failed',
      responseStatus: 302,
      responseBody: 'moved',
      error: 'The endpoint returned status 302',
    });
    expect(receiver.events()).toEqual(['test']);
    expect(await deliveriesOf(site, id)).toEqual([outcome]);
  });

  test('are not sent to private addresses', async () => {
    const create = { url: 'http://127.0.0.1/hook', events: ['content.created'] };
    const mutation = `mutation ($create: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $create) { id } }`;
    const { errors } = await site.graphql(mutation, { create });
    expect(errors?.[0]?.extensions['details']).toEqual([
      { field: 'url', message: 'url must not be a private, local or reserved address' },
    ]);
  });
});

describe('an endpoint that fails', () => {
  const fail = () => {
    receiver.answer = (response) => response.writeHead(500).end('down');
  };

  test('gets every event once it is back, those of an item in order', async () => {
    const { id } = await createEndpoint(site, receiver.url);
    fail();
    const items = [await createItem(site), await createItem(site), await createItem(site)];
    for (const item of items) await updateItem(site, item, { status: 'published' });
    await eventually(site, async () => expect((await endpointOf(id))?.['failures']).toBe(3));
    // Nothing of an item before its first event was accepted.
    expect(receiver.events()).toEqual(Array(3).fill('content.created'));
    await passTime(site, id);
    await eventually(site, async () => expect((await endpointOf(id))?.['pausedUntil']).not.toBeNull());
    const failed = receiver.received.length;
    expect((await endpointOf(id))?.['failures']).toBe(6);
    await passTime(site, id);
    await eventually(site, async () => expect((await endpointOf(id))?.['failures']).toBe(7));
    // After a pause one request is the probe.
    expect(receiver.received).toHaveLength(failed + 1);

    receiver.reset();
    await passTime(site, id);
    await eventually(site, () => expect(receiver.received).toHaveLength(9));
    for (const item of items) {
      expect(receiver.events(item)).toEqual(['content.created', 'content.updated', 'content.published']);
    }
    expect(await endpointOf(id)).toMatchObject({ failures: 0, pausedUntil: null });
    await eventually(site, async () =>
      expect((await deliveriesOf(site, id)).map(({ status }) => status)).toEqual(Array(9).fill('delivered')),
    );
  });

  test('does not delay other endpoints', async () => {
    const { id } = await createEndpoint(site, receiver.url.replace('/hook', '/slow'));
    const other = await startReceiver();
    await createEndpoint(site, other.url);
    receiver.answer = () => {};
    await createItem(site);
    await eventually(site, () => expect(receiver.received).toHaveLength(1));
    await createItem(site);
    await eventually(site, () => expect(other.received).toHaveLength(2));
    expect((await deliveriesOf(site, id)).map(({ attempts }) => attempts)).toEqual([0, 0]);
    await other.close();
    await ask(site, 'deleteWebhookEndpoint(id: $id) { id }', { id });
  });

  test('for 24 hours fails the event, which can be sent again', async () => {
    const { id } = await createEndpoint(site, receiver.url);
    fail();
    await createItem(site);
    await eventually(site, async () => expect((await deliveriesOf(site, id))[0]?.['attempts']).toBe(1));
    const [waiting] = await deliveriesOf(site, id);
    expect(waiting).toMatchObject({ status: 'pending', error: 'The endpoint returned status 500' });
    const wait = Date.parse(String(waiting?.['nextAttemptAt'])) - Date.parse(String(waiting?.['attemptedAt']));
    expect(wait).toBeGreaterThan(4_900);
    await service.app.database
      .forSite(site.id, 'background')
      .change('update webhook_delivery set expires_at = now() where endpoint_id = $1', [id]);
    await passTime(site, id);
    await eventually(site, async () => expect((await deliveriesOf(site, id))[0]?.['status']).toBe('failed'));

    receiver.reset();
    const again = await ask(site, `redeliverWebhook(deliveryId: $id) { ${DELIVERY} }`, { id: waiting?.id });
    expect(again).toMatchObject({ id: waiting?.id, status: 'pending', attempts: 0 });
    await eventually(site, async () => expect((await deliveriesOf(site, id))[0]?.['status']).toBe('delivered'));
    expect(receiver.received[0]?.headers['webhook-id']).toBe(`msg_${waiting?.id}`);
    expect(receiver.received[0]?.body).toBe(waiting?.['requestBody']);
  });

  test.each([
    { status: 429, retryAfter: () => '120', wait: 120, paused: true },
    { status: 503, retryAfter: () => new Date(Date.now() + 600_000).toUTCString(), wait: 600, paused: true },
    { status: 429, retryAfter: () => '999999', wait: 3_600, paused: true },
    { status: 429, retryAfter: () => 'soon', wait: 5, paused: false },
    { status: 500, retryAfter: () => '120', wait: 5, paused: false },
  ])('with $status and Retry-After gets no event for $wait s', async ({ status, retryAfter, wait, paused }) => {
    const { id } = await createEndpoint(site, receiver.url);
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter() }).end();
    await createItem(site);
    await eventually(site, async () => expect((await deliveriesOf(site, id))[0]?.['attempts']).toBe(1));
    const [waiting] = await deliveriesOf(site, id);
    const attempted = Date.parse(String(waiting?.['attemptedAt']));
    const seconds = (Date.parse(String(waiting?.['nextAttemptAt'])) - attempted) / 1000;
    // A date has no fractions of a second.
    expect(seconds).toBeGreaterThan(wait - 1.1);
    expect(seconds).toBeLessThan(wait + 60);
    expect(await endpointOf(id)).toMatchObject({
      pausedUntil: paused ? waiting?.['nextAttemptAt'] : null,
      failures: 1,
    });

    receiver.reset();
    await passTime(site, id);
    await eventually(site, () => expect(receiver.events()).toEqual(['content.created']));
    await eventually(site, async () => expect(await endpointOf(id)).toMatchObject({ failures: 0, pausedUntil: null }));
  });

  test('with 410 is disabled', async () => {
    const { id } = await createEndpoint(site, receiver.url);
    receiver.answer = (response) => response.writeHead(410).end();
    await createItem(site);
    await eventually(site, async () =>
      expect(await endpointOf(id)).toMatchObject({
        enabled: false,
        disabledReason: 'The endpoint returned status 410',
        revision: 2,
      }),
    );
    receiver.reset();
    const enabled = await ask(site, `updateWebhookEndpoint(id: $id, input: $update) { ${ENDPOINT} }`, {
      id,
      update: { enabled: true },
    });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null });
    await passTime(site, id);
    await eventually(site, () => expect(receiver.events()).toEqual(['content.created']));
  });
});

test('an event whose delivery was not recorded, because the process died, is delivered again', async () => {
  const { id } = await createEndpoint(site, receiver.url);
  // The process dies while it waits for the answer.
  receiver.answer = () => {};
  await createItem(site);
  await eventually(site, () => expect(receiver.received).toHaveLength(1));
  receiver.answer = null;
  const { database, features } = service.app;
  await database.system.rows(`update job set leased_until = now() - interval '1 second' where key = $1`, [id]);
  await features.jobs.sweep();
  await eventually(site, () => expect(receiver.received).toHaveLength(2));
  const [first, second] = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(second).toBe(first);
  await eventually(site, async () => expect((await deliveriesOf(site, id))[0]?.['status']).toBe('delivered'));
});
