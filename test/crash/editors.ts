import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from './client.ts';

const WRITERS = 8;
const MAX_ITEMS = 120;
const STATUSES = ['draft', 'published', 'published', 'archived'];

/** What an answer says of an item. */
export interface Written {
  _id: string;
  title: string;
  status: string;
  revision: number;
}

/** An item, and every revision of it that was answered. */
export class EditedItem {
  /** In its title and text, and nowhere else. */
  readonly word: string;
  readonly revisions = new Map<number, Written>();
  id: string | null = null;

  constructor(serial: number) {
    this.word = `item${serial}x`;
  }

  /** Those that taking it out of the trash has made. */
  readonly restored = new Set<number>();

  isRestored(revision: number): boolean {
    return this.restored.has(revision) || !this.revisions.has(revision);
  }

  get lastRevision(): number {
    return Math.max(0, ...this.revisions.keys());
  }
}

type Edit = (item: EditedItem, path: string) => Promise<boolean>;

/** Eight writers who change the same items at random, and what they were answered. The service may be killed meanwhile. */
export class Editors {
  readonly items: EditedItem[] = [];
  /** Calls whose answer was cut off: they may have happened or not. */
  cutOff = 0;
  private edits = 0;
  private readonly events = new EventEmitter();
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Until that many more edits were answered, or the service does not answer. */
  async write(edits: number): Promise<void> {
    const until = this.edits + edits;
    const writer = async (): Promise<void> => {
      while (this.edits < until && (await this.step()));
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }

  /** Resolves when that many more edits have been answered. */
  async answered(edits: number): Promise<void> {
    const until = this.edits + edits;
    while (this.edits < until) await once(this.events, 'answered');
  }

  get known(): EditedItem[] {
    return this.items.filter(({ id }) => id !== null);
  }

  private step(): Promise<boolean> {
    const item = pick(this.known);
    if (!item || (this.items.length < MAX_ITEMS && Math.random() < 0.15)) return this.create();
    return pick(EDITS)!.call(this, item, `/content/${item.id}`);
  }

  private create(): Promise<boolean> {
    const item = new EditedItem(this.items.length + 1);
    this.items.push(item);
    const { word } = item;
    const body = { externalId: word, type: 'article', title: `${word} new`, content: `About ${word}.` };
    return this.send(item, 'POST', '/content', { ...body, status: pick(STATUSES) });
  }

  retitle(item: EditedItem, path: string): Promise<boolean> {
    return this.send(item, 'PUT', path, { title: `${item.word} ${this.edits}` });
  }

  setStatus(item: EditedItem, path: string): Promise<boolean> {
    return this.send(item, 'PUT', path, { status: pick(STATUSES) });
  }

  delete(item: EditedItem, path: string): Promise<boolean> {
    return this.send(item, 'DELETE', Math.random() < 0.05 ? `${path}?permanently=true` : path);
  }

  restore(item: EditedItem): Promise<boolean> {
    return this.send(item, 'POST', `/content/trash/${item.id}/restore`, {});
  }

  restoreVersion(item: EditedItem, path: string): Promise<boolean> {
    const revision = 1 + Math.floor(Math.random() * item.lastRevision);
    return this.send(item, 'POST', `${path}/versions/${revision}/restore`, {});
  }

  /** False if the service does not answer. An item that is deleted meanwhile is 404, one that is not in the trash too. */
  private async send(item: EditedItem, method: string, path: string, body?: object): Promise<boolean> {
    const answer = await this.client.call<Written>(method, path, body);
    if (!answer || answer.status >= 500) {
      this.cutOff += 1;
      if (answer) await delay(50);
      return answer !== undefined;
    }
    this.edits += 1;
    this.events.emit('answered');
    if (answer.status === 404) return true;
    if (answer.status !== 200) throw new Error(`${method} ${path} answers ${answer.status}`);
    if (method === 'DELETE') return true;
    note(item, answer.data);
    if (path.includes('/trash/')) item.restored.add(answer.data.revision);
    return true;
  }
}

const EDITS: readonly Edit[] = [
  ...Array<Edit>(5).fill(Editors.prototype.retitle),
  ...Array<Edit>(4).fill(Editors.prototype.setStatus),
  Editors.prototype.delete,
  Editors.prototype.restore,
  Editors.prototype.restore,
  Editors.prototype.restoreVersion,
];

/** A write that changed nothing answers the revision that is there. */
function note(item: EditedItem, written: Written): void {
  item.id = written._id;
  const before = item.revisions.get(written.revision);
  if (before && (before.title !== written.title || before.status !== written.status)) {
    throw new Error(`Revision ${written.revision} of ${item.word} was answered with different values`);
  }
  item.revisions.set(written.revision, written);
}

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
