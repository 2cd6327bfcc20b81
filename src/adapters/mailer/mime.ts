import { createHash } from 'node:crypto';
import type { Mail } from '../../ports/mailer.ts';
import { type Envelope, FIXED_HEADERS } from './envelope.ts';

/** The bytes of the mail with CRLF line ends: a text part and an HTML part. The same mail at the same moment is the same bytes. */
export async function toMime(mail: Mail, envelope: Envelope, date: Date): Promise<Buffer> {
  // Loaded with the first mail.
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

/** As an object, for a text would be read as a list of addresses. */
function bare(address: string): { name: string; address: string } {
  return { name: '', address };
}

/** A lone CR is a line end to some servers and not to others, which is how a second mail is smuggled in. */
function withPlainLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
