import type sendGrid from '@sendgrid/mail';
import type { Mail, Mailer } from '../../ports/mailer.ts';
import { type Envelope, FIXED_HEADERS, toEnvelope } from './envelope.ts';
import { AttemptFailure, type Patience, deliverMail } from './deliver-mail.ts';

export interface SendGridOptions extends Patience {
  apiKey: string;
  /** Base URL of the API. */
  baseUrl?: string | undefined;
  /** Address of the sender; it must be verified in SendGrid. */
  from: string;
}

/** An attempt may exceed the deadline of its email by at most this. */
const ATTEMPT_MS = 15_000;

/** Sends through SendGrid's v3 API, with its own client instance. */
export async function openSendGridMailer(options: SendGridOptions): Promise<Mailer> {
  const service = await createService(options);
  return {
    send: async (mail) => {
      const envelope = toEnvelope(mail, options.from);
      await deliverMail(() => service.send(toMessage(mail, envelope)), toFailure, options);
      return { messageId: envelope.messageId, rejected: envelope.rejected };
    },
    close: async () => {},
  };
}

type Service = typeof sendGrid;

/** Exports of the package that its types lack. */
interface UntypedError {
  MailService: new () => Service & { client: { setDefaultRequest(name: string, value: string): void } };
}

async function createService({ apiKey, baseUrl, deadlineMs }: SendGridOptions): Promise<Service> {
  // Loaded on demand, only with SendGrid. The package's own instance is shared by the whole process.
  const { default: library } = await import('@sendgrid/mail');
  const service = new (library as unknown as UntypedError).MailService();
  // The key must be set first, because setting it resets the base URL.
  service.setApiKey(apiKey);
  if (baseUrl !== undefined) service.client.setDefaultRequest('baseUrl', baseUrl);
  service.setTimeout(deadlineMs ?? ATTEMPT_MS);
  return service;
}

function toMessage(mail: Mail, { messageId, from, to, replyTo, subject }: Envelope) {
  return {
    from: { name: from.name, email: from.address },
    to: to.map((email) => ({ email })),
    ...(replyTo === null ? {} : { replyTo: { email: replyTo } }),
    subject,
    text: mail.text,
    html: mail.html,
    // The library also sends them as headers of its request, where `Authorization` would replace the key: they must
    // never come from a caller.
    headers: { ...FIXED_HEADERS, 'Message-ID': `<${messageId}>` },
    // Links are not rewritten and opening the email is not tracked.
    trackingSettings: { clickTracking: { enable: false, enableText: false }, openTracking: { enable: false } },
  };
}

interface ApiError {
  /** The HTTP status, or the code of a network error. */
  code?: number | string;
  response?: { body?: { errors?: { message?: string; field?: string | null }[] } };
}

const TOO_MANY = 429;
const MAX_REASON_LENGTH = 300;

/** A new error, because the library's errors contain the request with its key. */
function toFailure(error: unknown): AttemptFailure {
  const { code, response } = error as ApiError;
  if (typeof code !== 'number') return new AttemptFailure(true, `SendGrid did not answer: ${code ?? 'unknown'}`);
  const reasons = response?.body?.errors?.map(({ field, message }) => `${field ?? 'mail'}: ${message}`) ?? [];
  const isPassing = code === TOO_MANY || code >= 500;
  return new AttemptFailure(isPassing, `SendGrid answered ${code} ${reasons.join('; ')}`.slice(0, MAX_REASON_LENGTH));
}
