import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSendGridMailer } from '../../../src/adapters/mailer/sendgrid.ts';
import type { Mailer } from '../../../src/ports/mailer.ts';
import { describeMailer, mailOf } from '../../ports/mailer.contract.ts';
import { SendGridDouble, type SendGridRequest } from '../../support/sendgrid-double.ts';
import { toldBy } from '../../support/told-by.ts';

const from = 'forms@lectern.example';

describeMailer('SendGrid', async () => {
  const double = await SendGridDouble.start();
  const mailer = await openSendGridMailer({ apiKey: double.apiKey, baseUrl: double.url, from });
  return {
    mailer,
    from,
    delivered: async () => double.accepted.map(deliveredOf),
    close: async () => {
      await mailer.close();
      await double.stop();
    },
  };
});

describe('SendGrid', () => {
  let double: SendGridDouble;
  let mailer: Mailer;
  const open = (changes: object = {}) =>
    openSendGridMailer({
      apiKey: double.apiKey,
      baseUrl: double.url,
      from,
      deadlineMs: 3_000,
      pauseMs: 10,
      ...changes,
    });
  beforeEach(async () => {
    double = await SendGridDouble.start();
    mailer = await open();
  });
  afterEach(() => double.stop());

  test('a mail is this request', async () => {
    const mail = mailOf({ replyTo: 'desk@example.org' });
    await mailer.send(mail);
    expect(double.accepted[0]?.body).toEqual({
      from: { email: from, name: mail.fromName },
      reply_to: { email: 'desk@example.org' },
      personalizations: [{ to: [{ email: 'one@example.org' }, { email: 'two@example.org' }] }],
      subject: mail.subject,
      content: [
        { type: 'text/plain', value: mail.text },
        { type: 'text/html', value: mail.html },
      ],
      headers: { 'Auto-Submitted': 'auto-generated', 'Message-ID': `<${mail.id}@lectern.example>` },
      tracking_settings: { click_tracking: { enable: false, enable_text: false }, open_tracking: { enable: false } },
    });
  });

  test('placeholders in a mail stay as they are', async () => {
    await mailer.send(mailOf({ text: '{{name}} -name- {{{x}}}', subject: '{{formName}}' }));
    expect(double.accepted[0]?.body.content[0]?.value).toBe('{{name}} -name- {{{x}}}');
    expect(double.accepted[0]?.body.subject).toBe('{{formName}}');
  });

  test.each([[429], [500], [503], [1]])(
    'a mail that meets %i is tried again under the same Message-ID',
    async (trouble) => {
      double.replies.push(trouble, trouble);
      const mail = mailOf();
      await mailer.send(mail);
      expect(double.requests).toBe(3);
      expect(double.accepted.map(({ body }) => body.headers?.['Message-ID'])).toEqual([`<${mail.id}@lectern.example>`]);
    },
  );

  test.each([[400], [401], [403], [413]])('a mail that meets %i is rejected at once', async (status) => {
    double.replies.push(status);
    await expect(mailer.send(mailOf())).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
    expect(double.requests).toBe(1);
  });

  test('an API that keeps failing, or keeps silent, ends at the deadline', async () => {
    const hasty = await open({ deadlineMs: 300 });
    for (const trouble of [503, 2]) {
      double.replies.splice(0, Infinity, ...Array.from({ length: 100 }, () => trouble));
      const start = performance.now();
      await expect(hasty.send(mailOf())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      expect(performance.now() - start).toBeLessThan(1_500);
    }
    expect(double.accepted).toEqual([]);
  });

  test('an API that is not there ends at the deadline', async () => {
    const hasty = await open({ deadlineMs: 200, baseUrl: 'http://127.0.0.1:1' });
    await expect(hasty.send(mailOf())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('two configurations do not share a key or an address', async () => {
    const other = await SendGridDouble.start();
    await open({ apiKey: 'SG.another', baseUrl: other.url });
    await mailer.send(mailOf());
    expect(double.accepted).toHaveLength(1);
    expect(other.requests).toBe(0);
    await other.stop();
  });

  test('no error holds the key or what the mail says', async () => {
    const wrong = await open({ apiKey: 'SG.wrong-key', deadlineMs: 200 });
    const told: string[] = [];
    for (const trouble of [0, 500, 1, 2]) {
      double.replies.splice(0, Infinity, ...Array.from({ length: 100 }, () => trouble));
      told.push(await toldBy(wrong.send(mailOf({ text: 'the text of the mail' }))));
    }
    expect(told[0]).toContain('SendGrid answered 401');
    for (const each of told) expect(each).not.toMatch(/SG\.wrong-key|the text of the mail|Bearer/);
  });
});

function deliveredOf({ body }: SendGridRequest) {
  const [text, html] = body.content;
  const { 'Message-ID': messageId = '', ...headers } = body.headers ?? {};
  return {
    messageId: messageId.replace(/^<|>$/g, ''),
    from: { name: body.from.name ?? '', address: body.from.email },
    to: body.personalizations.flatMap(({ to }) => to.map(({ email }) => email)),
    replyTo: body.reply_to?.email ?? null,
    subject: body.subject,
    text: text?.value ?? '',
    html: html?.value ?? '',
    headers: Object.keys(headers).map((name) => name.toLowerCase()),
  };
}
