import { createHash } from 'node:crypto';
import type { Mail } from '../../ports/mailer.ts';
import { type Envelope, FIXED_HEADERS } from './envelope.ts';

/**
 * The email as bytes with CRLF line ends: a text part and an HTML part. The output is deterministic for the same email
 * and time.
 */
export async function toMime(mail: Mail, envelope: Envelope, date: Date): Promise<Buffer> {
  // Loaded with the first email.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const { messageId, from, to, replyTo, subject } = envelope;
  return new MailComposer({
    from,
    to: to.map(bare),
    ...(replyTo === null ? {} : { replyTo: bare(replyTo) }),
    subject,
    messageId: `<${messageId}>`,
    date,
    headers: { ...FIXED_HEADERS },
    text: withPlainLineEnds(mail.text),
    html: withPlainLineEnds(mail.html),
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 32),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

/** The address as an object, because a string would be parsed as a list of addresses. */
function bare(address: string): { name: string; address: string } {
  return { name: '', address };
}

/** Some servers treat a lone CR as a line end and others do not, which allows to smuggle in a second email. */
function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
