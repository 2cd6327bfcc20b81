import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '../../../src/adapters/mailer/smtp.ts';
import type { Mailer } from '../../../src/ports/mailer.ts';
import { describeMailer, mailOf } from '../../ports/mailer.contract.ts';
import { parseMail } from '../../support/parsed-mail.ts';
import { TestSmtpServer } from '../../support/smtp-server.ts';
import { toldBy } from '../../support/told-by.ts';
import { freePort } from '../../support/local-server.ts';

const from = 'forms@lectern.example';

describeMailer('SMTP', async () => {
  const server = await TestSmtpServer.start();
  const mailer = createSmtpMailer({ url: server.url, from });
  return {
    mailer,
    from,
    delivered: () =>
      Promise.all(
        server.received.map(async ({ bytes, to, from: sender }) => {
          const mail = await parseMail(bytes);
          // Who really gets it is said by the envelope; the header must say the same.
          expect({ to: mail.to, from: mail.from.address }).toEqual({ to, from: sender });
          return mail;
        }),
      ),
    close: async () => {
      await mailer.close();
      await server.stop();
    },
  };
});

describe('SMTP', () => {
  let server: TestSmtpServer;
  let mailer: Mailer;
  beforeEach(async () => {
    server = await TestSmtpServer.start('pass word/ü');
    mailer = createSmtpMailer({ url: server.url, from, deadlineMs: 3_000, pauseMs: 10 });
  });
  afterEach(async () => {
    await mailer.close();
    await server.stop();
  });

  test('a mail is these bytes on the wire', async () => {
    const mail = mailOf({
      fromName: 'Größe "A", Inc.',
      replyTo: 'desk@example.org',
      subject: 'Neu: Größe\r\nBcc: evil@example.org',
      text: 'Größe: 38\n.\n',
      html: '<p>Größe: 38</p>\n',
    });
    await mailer.send(mail);
    const bytes = String(server.received[0]?.bytes);
    const boundary = /boundary="([^"]+)"/.exec(bytes)?.[1] ?? '';
    const [, date = ''] = /^Date: (.+)$/m.exec(bytes.replaceAll('\r\n', '\n')) ?? [];
    expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(10_000);
    expect(bytes.replace(date, '<date>').replaceAll(boundary, '<boundary>').split('\r\n')).toEqual([
      'Auto-Submitted: auto-generated',
      'From: =?UTF-8?Q?Gr=C3=B6=C3=9Fe_=22A=22=2C_Inc=2E?= <forms@lectern.example>',
      'To: one@example.org, two@example.org',
      'Reply-To: desk@example.org',
      'Subject: =?UTF-8?Q?Neu=3A_Gr=C3=B6=C3=9Fe_Bcc=3A_evil=40exa?=',
      ' =?UTF-8?Q?mple=2Eorg?=',
      `Message-ID: <${mail.id}@lectern.example>`,
      'Date: <date>',
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative;',
      ' boundary="<boundary>"',
      '',
      '--<boundary>',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'Gr=C3=B6=C3=9Fe: 38',
      '.',
      '',
      '--<boundary>',
      'Content-Type: text/html; charset=utf-8',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>Gr=C3=B6=C3=9Fe: 38</p>',
      '',
      '--<boundary>--',
      '',
    ]);
  });

  test('connections are kept and used again', async () => {
    for (let index = 0; index < 5; index += 1) await mailer.send(mailOf());
    expect(server.received).toHaveLength(5);
    expect(server.connections).toBe(1);
  });

  test.each([[451], [421], [1]])('a mail that meets %i is tried again with the same bytes', async (trouble) => {
    server.replies.push(trouble, trouble);
    const mail = mailOf();
    const { messageId } = await mailer.send(mail);
    expect(server.received).toHaveLength(1);
    expect(String(server.received[0]?.bytes)).toContain(`Message-ID: <${messageId}>`);
    expect(server.replies).toEqual([]);
  });

  test('a mail that is rejected for good is not tried again', async () => {
    server.replies.push(554);
    await expect(mailer.send(mailOf())).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(server.received).toEqual([]);
    expect(server.replies).toEqual([]);
    await mailer.send(mailOf());
    expect(server.received).toHaveLength(1);
  });

  test('recipients that the server does not know are reported; the others get the mail', async () => {
    server.unknown.add('gone@example.org');
    const { rejected } = await mailer.send(mailOf({ to: ['gone@example.org', 'here@example.org'] }));
    expect(rejected).toEqual(['gone@example.org']);
    expect(server.received[0]?.to).toEqual(['here@example.org']);
  });

  test('a mail whose recipients are all unknown is rejected', async () => {
    server.unknown.add('gone@example.org');
    await expect(mailer.send(mailOf({ to: ['gone@example.org'] }))).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  });

  test('a wrong password is rejected at once, and no error holds it', async () => {
    const wrong = createSmtpMailer({ url: `smtp://forms:not-the-password@${server.host}`, from });
    const told = await toldBy(wrong.send(mailOf()));
    await wrong.close();
    expect(told).toContain('BAD_GATEWAY');
    expect(told).toContain('EAUTH');
    for (const secret of ['not-the-password', Buffer.from('not-the-password').toString('base64')]) {
      expect(told).not.toContain(secret);
    }
  });

  test('a server that takes the mail and keeps silent costs no more than the deadline, and no second mail', async () => {
    const hasty = createSmtpMailer({ url: server.url, from, deadlineMs: 400, pauseMs: 10 });
    server.replies.push(2, 0);
    const start = performance.now();
    await expect(hasty.send(mailOf())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(performance.now() - start).toBeLessThan(1_500);
    await hasty.close();
    expect(server.received).toEqual([]);
    expect(server.replies).toEqual([0]);
  });

  test('more mails than connections, all stuck, all end at the deadline, and later mails go through', async () => {
    const hasty = createSmtpMailer({ url: server.url, from, deadlineMs: 400, pauseMs: 10 });
    server.replies.push(...Array.from({ length: 5 }, () => 2));
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => hasty.send(mailOf())));
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(5);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(server.received).toHaveLength(accepted);
    await hasty.send(mailOf());
    expect(server.received).toHaveLength(accepted + 1);
    await hasty.close();
  });

  test('a server that is not there fails by the deadline, and is found again when it comes up', async () => {
    const away = createSmtpMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from, deadlineMs: 300, pauseMs: 10 });
    await expect(away.send(mailOf())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await away.close();
  });
});
