import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Outbox } from '../../src/adapters/mailer/outbox.ts';
import { registerOutboxPage } from '../../src/http/routes/outbox-page.ts';
import { mailOf } from '../ports/mailer.contract.ts';

const EVIL = '<script>alert(1)</script>';

describe('the outbox page', () => {
  let dir: string;
  let server: FastifyInstance;
  const mail = mailOf({
    subject: `Subject ${EVIL}`,
    fromName: EVIL,
    text: `Text ${EVIL}`,
    html: `<p class="x" title='y'>${EVIL}"</p>`,
  });
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'outbox-page-'));
    const outbox = new Outbox({ dir: join(dir, 'outbox'), from: 'forms@localhost' });
    server = fastify();
    registerOutboxPage(server, outbox);
    expect((await server.inject('/outbox')).body).toContain('No emails yet');
    await outbox.send(mailOf({ subject: 'First' }));
    await outbox.send(mail);
  });
  afterAll(async () => {
    await server.close();
    await rm(dir, { recursive: true });
  });

  test('lists mails, newest first', async () => {
    const { statusCode, body } = await server.inject('/outbox');
    expect(statusCode).toBe(200);
    expect(body).toContain(`<a href="/outbox/${mail.id}">`);
    expect(body.indexOf('Subject')).toBeLessThan(body.indexOf('First'));
  });

  test('shows one mail: who, what, and its HTML in a frame that can do nothing', async () => {
    const { body, headers } = await server.inject(`/outbox/${mail.id}`);
    expect(body).toContain('one@example.org, two@example.org');
    expect(body).toContain('<pre>Text &lt;script&gt;');
    expect(body).toMatch(/<iframe sandbox [^>]*srcdoc="&lt;p class=&quot;x&quot; title=&#39;y&#39;&gt;&lt;script&gt;/);
    for (const page of [body, (await server.inject('/outbox')).body]) expect(page).not.toContain('<script');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['cache-control']).toBe('no-store');
  });

  test('shows the bytes of a mail as text', async () => {
    const { body, headers } = await server.inject(`/outbox/${mail.id}/source`);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(body).toContain(`Message-ID: <${mail.id}@localhost>`);
  });

  test('knows no other mail and no file', async () => {
    for (const id of ['unknown', '..%2f..%2fetc%2fpasswd', '%00']) {
      expect((await server.inject(`/outbox/${id}`)).statusCode).toBe(404);
      expect((await server.inject(`/outbox/${id}/source`)).statusCode).toBe(404);
    }
  });

  test('is closed to pages elsewhere that lead their name here', async () => {
    const statusFor = async (host: string) =>
      (await server.inject({ url: `/outbox/${mail.id}`, headers: { host } })).statusCode;
    expect(await statusFor('evil.example:4000')).toBe(403);
    expect(await statusFor('localhost.evil.example')).toBe(403);
    for (const host of ['localhost:4000', '127.0.0.1:4000', '[::1]:4000', '192.168.1.5']) {
      expect(await statusFor(host)).toBe(200);
    }
  });
});
