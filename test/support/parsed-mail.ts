import PostalMime from 'postal-mime';
import type { DeliveredMail } from '../ports/mailer.contract.ts';

/** Reads a mail as a mail client does. The line end before a boundary is not the part's own. */
export async function parseMail(bytes: Uint8Array): Promise<DeliveredMail> {
  const mail = await PostalMime.parse(bytes);
  return {
    messageId: (mail.messageId ?? '').replace(/^<|>$/g, ''),
    from: { name: mail.from?.name ?? '', address: mail.from?.address ?? '' },
    to: (mail.to ?? []).map(({ address }) => address ?? ''),
    replyTo: mail.replyTo?.[0]?.address ?? null,
    subject: mail.subject ?? '',
    text: (mail.text ?? '').replace(/\n$/, ''),
    html: (mail.html ?? '').replace(/\n$/, ''),
    headers: mail.headers.map(({ key }) => key),
  };
}
