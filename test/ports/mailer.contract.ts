import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail, Mailer } from '../../src/ports/mailer.ts';

/** A mail as its receivers see it. */
export interface DeliveredMail {
  messageId: string;
  from: { name: string; address: string };
  to: string[];
  replyTo: string | null;
  subject: string;
  /** With \n line ends. */
  text: string;
  html: string;
  /** Names of all headers that the sender chose, in lower case. */
  headers: string[];
}

export interface MailerHarness {
  mailer: Mailer;
  /** What the mailer was given as the sender's address. */
  from: string;
  /** All that was delivered so far, in any order. */
  delivered(): Promise<DeliveredMail[]>;
  close(): Promise<void>;
}

/** Headers that a mail has by itself; anything else would be injected. */
const EXPECTED_HEADERS = new Set(
  `message-id from to reply-to subject date mime-version content-type content-transfer-encoding auto-submitted`.split(
    ' ',
  ),
);

const INJECTIONS = [
  '\r\nBcc: evil@example.org',
  '\nBcc: evil@example.org\n\n<b>body</b>',
  '\u2028Bcc: evil@example.org',
];

/** The promises of the Mailer port; each adapter runs them all. */
export function describeMailer(name: string, open: () => Promise<MailerHarness>): void {
  describe(`${name} as a mailer`, () => {
    let harness: MailerHarness;

    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    /** Sends the mail and answers what was delivered under its id. */
    const deliver = async (changes: Partial<Mail> = {}): Promise<DeliveredMail> => {
      const mail = mailOf(changes);
      const { messageId } = await harness.mailer.send(mail);
      const found = (await harness.delivered()).filter((each) => each.messageId === messageId);
      expect(found).toHaveLength(1);
      return found[0] as DeliveredMail;
    };

    test('a mail arrives as it was written', async () => {
      const mail = mailOf({ replyTo: 'desk@example.org', fromName: 'Bücher & Söhne, "Kontakt"' });
      const { messageId, rejected } = await harness.mailer.send(mail);
      expect(rejected).toEqual([]);
      expect(await harness.delivered()).toContainEqual({
        messageId,
        from: { name: mail.fromName, address: harness.from },
        to: mail.to,
        replyTo: mail.replyTo,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: expect.any(Array),
      });
    });

    test('long lines, dots at their beginnings, emoji and other scripts come through unchanged', async () => {
      const text = ['.', '..', '.hidden', 'x'.repeat(5_000), 'Grüße 日本語 עברית 👩‍🔬', 'From me', '=3D'].join('\n');
      const html = `<p>${text}</p>`;
      const delivered = await deliver({ text, html, subject: `Anfrage 日本語 👩‍🔬 ${'lang '.repeat(40)}Ende` });
      expect(delivered.text.trimEnd()).toBe(text);
      expect(delivered.html.trimEnd()).toBe(html);
      expect(delivered.subject).toBe(`Anfrage 日本語 👩‍🔬 ${'lang '.repeat(40)}Ende`);
    });

    test('no text of a mail becomes a header, a recipient or a second mail', async () => {
      for (const injection of INJECTIONS) {
        const before = (await harness.delivered()).length;
        const delivered = await deliver({
          subject: `Hello${injection}`,
          fromName: `Shop${injection}`,
          replyTo: `desk@example.org${injection}`,
          text: `a${injection}\r\n.\r\nMAIL FROM:<evil@example.org>`,
          html: `<p>${injection}</p>`,
        });
        expect(delivered.to).toEqual(['one@example.org', 'two@example.org']);
        expect(delivered.from.address).toBe(harness.from);
        expect(delivered.replyTo).toBeNull();
        expect(delivered.subject).not.toMatch(/[\p{Cc}\p{Zl}]/u);
        expect(delivered.from.name).not.toMatch(/[\p{Cc}\p{Zl}]/u);
        expect(delivered.headers.filter((header) => !EXPECTED_HEADERS.has(header))).toEqual([]);
        expect(await harness.delivered()).toHaveLength(before + 1);
      }
    });

    test('recipients that are no addresses are rejected, the others get the mail', async () => {
      const bad = [
        '',
        'nobody',
        'a@b@c',
        'x@example.org\r\nRCPT TO:<evil@example.org>',
        'Eve <eve@example.org>',
        'a,b@c.org',
      ];
      const mail = mailOf({ to: [...bad, 'good@example.org'] });
      const { messageId, rejected } = await harness.mailer.send(mail);
      expect(rejected).toEqual(bad);
      const delivered = (await harness.delivered()).find((each) => each.messageId === messageId);
      expect(delivered?.to).toEqual(['good@example.org']);
    });

    test('a mail without any recipient that is an address fails and is not delivered', async () => {
      const before = (await harness.delivered()).length;
      for (const to of [[], ['nobody']]) {
        await expect(harness.mailer.send(mailOf({ to }))).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
      }
      expect(await harness.delivered()).toHaveLength(before);
    });

    test('an address that stands twice gets one copy', async () => {
      expect((await deliver({ to: ['Twice@example.org', 'twice@example.org'] })).to).toHaveLength(1);
    });

    test('the same mail sent again carries the same Message-ID, another mail another', async () => {
      const mail = mailOf();
      const first = await harness.mailer.send(mail);
      expect((await harness.mailer.send(mail)).messageId).toBe(first.messageId);
      expect((await harness.mailer.send(mailOf())).messageId).not.toBe(first.messageId);
      expect(first.messageId).toBe(`${mail.id}@${harness.from.split('@')[1]}`);
    });

    test('many mails at once all arrive', async () => {
      const mails = Array.from({ length: 30 }, (_, index) => mailOf({ subject: `Mail ${index}` }));
      const receipts = await Promise.all(mails.map((mail) => harness.mailer.send(mail)));
      const ids = new Set((await harness.delivered()).map(({ messageId }) => messageId));
      expect(receipts.filter(({ messageId }) => !ids.has(messageId))).toEqual([]);
    });
  });
}

export function mailOf(changes: Partial<Mail> = {}): Mail {
  return {
    id: v7(),
    fromName: 'Bicycle workshop',
    to: ['one@example.org', 'two@example.org'],
    replyTo: null,
    subject: 'New Form Submission: Contact',
    text: 'Message: Hello\n    there\n',
    html: '<!doctype html>\n<p>Hello<br>there</p>\n',
    ...changes,
  };
}
