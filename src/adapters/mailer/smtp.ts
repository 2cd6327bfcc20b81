import { createTransport } from 'nodemailer';
import type { Mailer } from '../../ports/mailer.ts';
import { toEnvelope } from './envelope.ts';
import { AttemptFailure, type Patience, deliverMail } from './deliver-mail.ts';
import { toMime } from './mime.ts';

/**
 * Timeout for the greeting of a server, after which the next attempt follows; a server that is processing an email has
 * until the deadline.
 */
const CONNECT_MS = 4_000;
/**
 * Shorter than the idle timeout of networks: a connection that was silently dropped would use up the deadline of an
 * email.
 */
const IDLE_MS = 30_000;
const CONNECTIONS = 5;

export interface SmtpOptions extends Patience {
  /**
   * `smtp://user:password@host:587` (STARTTLS where offered) or `smtps://…:465`. Query parameters are nodemailer's
   * options.
   */
  url: string;
  /** Address of the sender. */
  from: string;
}

/** Sends over a pool of SMTP connections. */
export function createSmtpMailer({ url, from, ...patience }: SmtpOptions): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    // Retries are implemented here, because the pool has no deadline.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    idleTimeout: IDLE_MS,
  });
  return {
    send: async (mail) => {
      const envelope = toEnvelope(mail, from);
      const raw = await toMime(mail, envelope, new Date());
      const { messageId, from: sender, to, rejected } = envelope;
      const send = (signal: AbortSignal) => transport.sendMail({ raw, envelope: { from: sender.address, to }, signal });
      const info = await deliverMail(send, toFailure, patience);
      return { messageId, rejected: [...rejected, ...(info.rejected ?? [])] };
    },
    close: async () => transport.close({ force: true }),
  };
}

const MAX_REASON_LENGTH = 300;
const PASSING_CODES = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'EABORT', 'EPROTOCOL']);

/** The server's response code decides if there is one: 4yz is temporary, 5yz permanent. */
function toFailure(error: unknown): AttemptFailure {
  const { code, responseCode, message } = error as Error & { code?: string; responseCode?: number };
  const isPassing = responseCode ? responseCode < 500 : PASSING_CODES.has(String(code));
  return new AttemptFailure(isPassing, `${code ?? 'error'}: ${message.slice(0, MAX_REASON_LENGTH)}`);
}
