import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire, dots unstuffed. */
  bytes: Buffer;
}

/** A real SMTP server that keeps what it receives, and rejects as configured. */
export class TestSmtpServer {
  readonly received: ReceivedMail[] = [];
  /** Reply codes for the next mails, first first: 0 accepts, 1 hangs up, 2 keeps silent. */
  readonly replies: number[] = [];
  /** Recipients rejected with 550. */
  readonly unknown = new Set<string>();
  connections = 0;
  private readonly server: SMTPServer;
  private readonly password: string | undefined;

  private constructor(password: string | undefined) {
    this.password = password;
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: password === undefined,
      allowInsecureAuth: true,
      closeTimeout: 100,
      onAuth: (auth, _session, callback) =>
        auth.password === this.password ? callback(null, { user: 'forms' }) : callback(new Error('Invalid password')),
      onConnect: (_session, callback) => {
        this.connections += 1;
        callback();
      },
      onRcptTo: ({ address }, _session, callback) =>
        callback(this.unknown.has(address) ? smtpError(550, 'No such user') : null),
      onData: async (stream, session, callback) => {
        const bytes = await buffer(stream);
        const reply = this.replies.shift() ?? 0;
        if (reply === 1) return this.hangUp();
        if (reply === 2) return undefined;
        if (reply !== 0) return callback(smtpError(reply, 'Refused as told'));
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        this.received.push({ from: mailFrom === false ? '' : mailFrom.address, to, bytes });
        return callback();
      },
    });
    // A client that goes away in the middle of a mail is part of the tests.
    this.server.on('error', () => {});
  }

  /** @param password when given, only user `forms` with it may send. */
  static async start(password?: string): Promise<TestSmtpServer> {
    const started = new TestSmtpServer(password);
    const listener = started.server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return started;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `smtp://${this.password === undefined ? '' : `forms:${encodeURIComponent(this.password)}@`}${this.host}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.server.close(resolve);
    });
  }

  private hangUp(): void {
    for (const connection of this.server.connections) connection._socket.destroy();
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
