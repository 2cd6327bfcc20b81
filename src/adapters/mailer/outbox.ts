import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail, Mailer, MailReceipt } from '../../ports/mailer.ts';
import { ifPresent } from '../../shared/if-present.ts';
import { toEnvelope } from './envelope.ts';
import { toMime } from './mime.ts';

export interface OutboxOptions {
  /** Folder of the `.eml` files; created with the first email. */
  dir: string;
  /** Address of the sender. */
  from: string;
}

/** Stores emails instead of sending them: one `.eml` file each, named by its id and written atomically. */
export class Outbox implements Mailer {
  private readonly options: OutboxOptions;

  constructor(options: OutboxOptions) {
    this.options = options;
  }

  async send(mail: Mail): Promise<MailReceipt> {
    const { dir, from } = this.options;
    const envelope = toEnvelope(mail, from);
    const bytes = await toMime(mail, envelope, new Date());
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const [name = ''] = envelope.messageId.split('@', 1);
    const temporaryFile = join(dir, `.${name}.${randomUUID()}`);
    await writeFile(temporaryFile, bytes, { mode: 0o600 });
    await rename(temporaryFile, this.filePath(name));
    return { messageId: envelope.messageId, rejected: envelope.rejected };
  }

  /** Ids of the newest emails, newest first: ids are UUIDv7. */
  async list(max: number): Promise<string[]> {
    const files = (await ifPresent(readdir(this.options.dir))) ?? [];
    const ids = files.filter((file) => FILE.test(file)).map((file) => file.slice(0, -EXTENSION.length));
    return ids.toSorted().toReversed().slice(0, max);
  }

  /** The email's bytes; null for an unknown id. */
  async read(id: string): Promise<Uint8Array | null> {
    if (!FILE.test(`${id}${EXTENSION}`)) return null;
    return (await ifPresent(readFile(this.filePath(id)))) ?? null;
  }

  async close(): Promise<void> {}

  private filePath(id: string): string {
    return join(this.options.dir, `${id}${EXTENSION}`);
  }
}

const EXTENSION = '.eml';
const FILE = /^[0-9A-Za-z-]{1,64}\.eml$/;
