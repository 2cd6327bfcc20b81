import { ServiceError } from '../../shared/errors.ts';
import type { Mail } from '../../ports/mailer.ts';
import { canonicalEmail, isFolded } from '../../shared/email.ts';
import { oneLine } from '../../text/one-line.ts';

/** An email as every adapter sends it, with safe header values only. */
export interface Envelope {
  /**
   * The id without angle brackets, built from the email's id and the sender's domain, so it is the same for each
   * attempt.
   */
  messageId: string;
  from: { name: string; address: string };
  /** The recipients, at least one. */
  to: string[];
  rejected: string[];
  replyTo: string | null;
  subject: string;
}

/** Marks the email as automatic, so that out-of-office replies are not sent. These are the only additional headers. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = { 'Auto-Submitted': 'auto-generated' };

/** @throws ServiceError BAD_GATEWAY if none of the recipients is a valid address */
export function toEnvelope(mail: Mail, fromAddress: string): Envelope {
  const to = [
    ...new Map(mail.to.filter(isAddress).map((address) => [canonicalEmail(address) ?? address, address])).values(),
  ];
  if (to.length === 0) throw new ServiceError('BAD_GATEWAY', 'The email has no valid recipient address');
  return {
    messageId: `${mail.id.replaceAll(/[^0-9A-Za-z-]/g, '')}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`,
    from: { name: oneLine(mail.fromName), address: fromAddress },
    to,
    rejected: mail.to.filter((address) => !isAddress(address)),
    replyTo: mail.replyTo !== null && isAddress(mail.replyTo) ? mail.replyTo : null,
    subject: oneLine(mail.subject),
  };
}

const ADDRESS = /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Zl}\p{Zp}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}\p{Zl}\p{Zp}]{1,253}$/u;

function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && isFolded(text);
}
