import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { closeServer, listenLocally, portOf } from './local-server.ts';

export interface SendGridMail {
  from: { email: string; name?: string };
  reply_to?: { email: string };
  personalizations: { to: { email: string; name?: string }[] }[];
  subject: string;
  content: { type: string; value: string }[];
  headers?: Record<string, string>;
  tracking_settings?: Record<string, Record<string, boolean>>;
}

export interface SendGridRequest {
  headers: IncomingHttpHeaders;
  body: SendGridMail;
}

/** SendGrid's `POST /v3/mail/send`: checks what the API checks of a mail, keeps what it accepts, and fails as configured. */
export class SendGridDouble {
  readonly apiKey = 'SG.key-of-the-tests';
  readonly accepted: SendGridRequest[] = [];
  /** Requests, rejected ones included. */
  requests = 0;
  /** For the next requests, first first: a status to answer; 0 accepts, 1 hangs up, 2 keeps silent. */
  readonly replies: number[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<SendGridDouble> {
    const double = new SendGridDouble();
    await listenLocally(double.server);
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.server)}`;
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    this.requests += 1;
    const reply = this.replies.shift() ?? 0;
    if (reply === 1) return void request.socket.destroy();
    if (reply === 2) return undefined;
    if (reply !== 0) return refuse(response, reply, 'told to', null);
    if (request.method !== 'POST' || request.url !== '/v3/mail/send') return refuse(response, 404, 'not found', null);
    if (request.headers.authorization !== `Bearer ${this.apiKey}`) {
      return refuse(response, 401, 'The provided authorization grant is invalid, expired, or revoked', null);
    }
    const mail = JSON.parse(body) as SendGridMail;
    const fault = faultOf(mail);
    if (fault) return refuse(response, 400, 'Does not contain a valid address.', fault);
    this.accepted.push({ headers: request.headers, body: mail });
    return void response.writeHead(202, { 'x-message-id': `double-${this.accepted.length}` }).end();
  }
}

/** Headers that the API does not let a mail set. */
const RESERVED = /^(x-sg-|received$|dkim-signature$|content-|to$|from$|subject$|reply-to$|cc$|bcc$)/i;

function faultOf(mail: SendGridMail): string | undefined {
  const to = mail.personalizations.flatMap((each) => each.to.map(({ email }) => email.toLowerCase()));
  if (to.length === 0 || new Set(to).size < to.length) return 'personalizations.0.to';
  if (![mail.from.email, ...to, mail.reply_to?.email ?? mail.from.email].every(isAddress)) return 'email';
  if (!mail.subject) return 'subject';
  if (mail.content.length === 0 || mail.content.some(({ value }) => value === '')) return 'content';
  return Object.keys(mail.headers ?? {}).find((name) => RESERVED.test(name));
}

function isAddress(address: string): boolean {
  return /^[^\s@,<>]+@[^\s@,<>]+$/.test(address);
}

function refuse(response: ServerResponse, status: number, message: string, field: string | null): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ errors: [{ message, field, help: null }] }));
}
