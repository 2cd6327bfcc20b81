import { ServiceError } from '../../shared/errors.ts';
import type { Mail } from '../../ports/mailer.ts';

/** A mail as every adapter sends it: nothing left in it that a header could not hold. */
export interface Envelope {
  /** Without angle brackets; of the mail's id and the sender's domain, hence the same for each attempt. */
  messageId: string;
  from: { name: string; address: string };
  /** At least one. */
  to: string[];
  refused: string[];
  replyTo: string | null;
  subject: string;
}

/** Marks the mail as written by a machine, so that nobody's holiday notice answers it. The only headers of our own. */
export const FIXED_HEADERS: Readonly<Record<string, string>> = { 'Auto-Submitted': 'auto-generated' };

/** @throws ServiceError BAD_GATEWAY when none of the recipients is an address. */
export function envelopeOf(mail: Mail, fromAddress: string): Envelope {
  const to = [...new Map(mail.to.filter(isAddress).map((address) => [address.toLowerCase(), address])).values()];
  if (to.length === 0) throw new ServiceError('BAD_GATEWAY', 'The mail has no recipient that is an address');
  return {
    messageId: `${mail.id.replaceAll(/[^0-9A-Za-z-]/g, '')}@${fromAddress.slice(fromAddress.lastIndexOf('@') + 1)}`,
    from: { name: oneLine(mail.fromName), address: fromAddress },
    to,
    refused: mail.to.filter((address) => !isAddress(address)),
    replyTo: mail.replyTo !== null && isAddress(mail.replyTo) ? mail.replyTo : null,
    subject: oneLine(mail.subject),
  };
}

const ADDRESS = /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Zl}\p{Zp}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}\p{Zl}\p{Zp}]{1,253}$/u;

function isAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text);
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
