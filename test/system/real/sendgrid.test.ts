import { expect, test } from 'vitest';
import { openSendGridMailer } from '../../../src/adapters/mailer/sendgrid.ts';
import { mailOf } from '../../ports/mailer.contract.ts';
import { describeReal } from './given.ts';

/** What arrives can only be looked at by who has the mailbox; the contract suite runs against the double. */
describeReal('SendGrid itself', ['SENDGRID_API_KEY', 'MAIL_FROM', 'TEST_MAIL_TO'], (apiKey, from = '', to = '') => {
  test('takes a mail, and rejects a wrong key', async () => {
    const mail = mailOf({ to: [to], subject: 'Bücher & Söhne: a test of Lectern 日本語' });
    const mailer = await openSendGridMailer({ apiKey, from, baseUrl: undefined });
    expect((await mailer.send(mail)).rejected).toEqual([]);
    const stranger = await openSendGridMailer({ apiKey: `${apiKey}x`, from, baseUrl: undefined });
    await expect(stranger.send(mail)).rejects.toMatchObject({ code: 'BAD_GATEWAY' });
  });
});
