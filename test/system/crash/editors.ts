import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Client } from './client.ts';
import { type DraftValues, EditedItem, type Written } from './edited-item.ts';
import { forAll } from './reconcile.ts';

const WRITERS = 8;
const MAX_ITEMS = 120;
const STATUSES = ['draft', 'published', 'published', 'archived'];
/** From the call to the time that it schedules: a time that is past is rejected. */
const AHEAD_MS = 2_000;

interface Call {
  method: string;
  path: string;
  body?: object;
  /** For `If-Match`. */
  revision?: number;
}

/** Null: the answer was cut off, or is an error of the service. */
type Reply<T> = Answer<T> | null;
type Edit = (item: EditedItem, path: string) => Promise<void>;

/** Eight writers who change the same items at random, and what they were answered. The service may be killed meanwhile. */
export class Editors {
  readonly items: EditedItem[] = [];
  /** Calls that the service has answered with an error of its own, such as one of a database that was killed. */
  readonly errors: string[] = [];
  private edits = 0;
  private drafts = 0;
  private isAway = false;
  private readonly events = new EventEmitter();
  private readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Until that many more edits were answered, or the service does not answer. */
  async write(edits = Infinity): Promise<void> {
    const until = this.edits + edits;
    this.isAway = false;
    const writer = async (): Promise<void> => {
      while (this.edits < until && !this.isAway) await this.step();
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }

  /** Resolves when that many more edits have been answered. */
  async answered(edits: number): Promise<void> {
    const until = this.edits + edits;
    while (this.edits < until) await once(this.events, 'answered');
  }

  /** Creates items that are published at a time soon, one after the other, and some of them unpublished a little later. */
  async plan(count: number): Promise<EditedItem[]> {
    const planned = Array.from({ length: count }, (_, index) => {
      const plan = { publishAt: '', unpublishAt: null, isAnswered: false };
      return { item: this.add(plan), isUnpublished: index % 3 === 2 };
    });
    await forAll(planned, async ({ item, isUnpublished }) => {
      await this.create(item, 'draft');
      if (item.id === null) return;
      const publishAt = soon();
      const unpublishAt = isUnpublished ? soon(1_000) : null;
      Object.assign(item.plan!, { publishAt, unpublishAt });
      item.unanswered += isUnpublished ? 2 : 1;
      const body = { publishAt, unpublishAt };
      const answer = await this.ask({ method: 'PUT', path: `/content/${item.id}/schedule`, body });
      item.plan!.isAnswered = answer?.status === 200;
    });
    return planned.map(({ item }) => item);
  }

  get known(): EditedItem[] {
    return this.items.filter(({ id }) => id !== null);
  }

  private async step(): Promise<void> {
    const item = pick(this.known);
    if (!item || (this.items.length < MAX_ITEMS && Math.random() < 0.15)) {
      await this.create(this.add(), pick(STATUSES)!);
    } else {
      await pick(item.plan ? EDITS_OF_PLANNED : EDITS)!.call(this, item, `/content/${item.id}`);
    }
  }

  private add(plan?: EditedItem['plan']): EditedItem {
    const item = new EditedItem(this.items.length + 1, plan);
    this.items.push(item);
    return item;
  }

  private async create(item: EditedItem, status: string): Promise<void> {
    const { word } = item;
    const body = { externalId: word, type: 'article', title: `${word} new`, content: `About ${word}.`, status };
    await this.writeItem(item, { method: 'POST', path: '/content', body });
  }

  async retitle(item: EditedItem, path: string): Promise<void> {
    await this.writeItem(item, { method: 'PUT', path, body: { title: `${item.word} ${this.edits}` } });
  }

  async setStatus(item: EditedItem, path: string): Promise<void> {
    await this.writeItem(item, { method: 'PUT', path, body: { status: pick(STATUSES) } });
  }

  async delete(item: EditedItem, path: string): Promise<void> {
    const isForGood = Math.random() < 0.05;
    if (!(await this.ask({ method: 'DELETE', path: isForGood ? `${path}?permanently=true` : path })))
      item.unanswered += 1;
  }

  async restore(item: EditedItem): Promise<void> {
    const written = await this.writeItem(item, { method: 'POST', path: `/content/trash/${item.id}/restore`, body: {} });
    if (written) item.restored.add(written.revision);
  }

  async restoreVersion(item: EditedItem, path: string): Promise<void> {
    const revision = 1 + Math.floor(Math.random() * item.lastRevision);
    await this.writeItem(item, { method: 'POST', path: `${path}/versions/${revision}/restore`, body: {} });
  }

  async schedule(item: EditedItem, path: string): Promise<void> {
    const times = [soon(), soon(1_000)].map((time) => (Math.random() < 0.6 ? time : null));
    item.unanswered += times.filter(Boolean).length;
    const [publishAt, unpublishAt] = times;
    await this.ask({ method: 'PUT', path: `${path}/schedule`, body: { publishAt, unpublishAt } });
  }

  async saveDraft(item: EditedItem, path: string): Promise<void> {
    const number = ++this.drafts;
    const body: DraftValues = {
      title: `${item.word} drafted ${number}`,
      content: `About ${item.word}. Draft${number}.`,
    };
    const answer = await this.ask<{ revision: number }>({ method: 'PUT', path: `${path}/draft`, body });
    if (!answer) item.unansweredDrafts.add(body.content);
    else if (answer.status === 200) item.drafts.set(answer.data.revision, body);
  }

  /** Over what others have written meanwhile, as far as it was answered. */
  async publishDraft(item: EditedItem, path: string): Promise<void> {
    const [revision, values] = [...item.drafts].at(-1) ?? [];
    if (revision === undefined) return this.saveDraft(item, path);
    const call = { method: 'POST', path: `${path}/draft/publish`, body: { itemRevision: item.lastRevision }, revision };
    const answer = await this.ask<Written>(call);
    if (!answer) item.unanswered += 1;
    if (!answer) item.endDraft(revision, { published: 'cut off' });
    if (answer?.status !== 200) return;
    item.endDraft(revision, { published: 'answered' });
    item.note(answer.data);
    const { title, content, status } = answer.data;
    if (title !== values!.title || content !== values!.content || status !== 'published') {
      throw new Error(`The published draft ${revision} of ${item.word} is ${JSON.stringify(answer.data)}`);
    }
  }

  async discardDraft(item: EditedItem, path: string): Promise<void> {
    const revision = [...item.drafts.keys()].at(-1);
    if (revision === undefined) return;
    const answer = await this.ask({ method: 'DELETE', path: `${path}/draft`, revision });
    if (!answer) item.endDraft(revision, { discarded: 'cut off' });
    if (answer?.status === 200) item.endDraft(revision, { discarded: 'answered' });
  }

  private async writeItem(item: EditedItem, call: Call): Promise<Written | null> {
    const answer = await this.ask<Written>(call);
    if (!answer) item.unanswered += 1;
    if (answer?.status !== 200) return null;
    item.note(answer.data);
    return answer.data;
  }

  /** What others have done meanwhile makes it 404, or 412 with `If-Match`. */
  private async ask<T>({ method, path, body, revision }: Call): Promise<Reply<T>> {
    const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
    const answer = await this.client.call<T>(method, path, body, headers);
    if (!answer) this.isAway = true;
    if (!answer) return null;
    if (answer.status >= 500) {
      this.errors.push(`${method} ${path}: ${answer.status}`);
      await delay(50);
      return null;
    }
    if (![200, 404, 412].includes(answer.status)) throw new Error(`${method} ${path} answers ${answer.status}`);
    this.edits += 1;
    this.events.emit('answered');
    return answer;
  }
}

/** What leaves the status to the schedule. */
const EDITS_OF_PLANNED: readonly Edit[] = [
  Editors.prototype.retitle,
  Editors.prototype.saveDraft,
  Editors.prototype.discardDraft,
];

const EDITS: readonly Edit[] = [
  ...Array<Edit>(5).fill(Editors.prototype.retitle),
  ...Array<Edit>(4).fill(Editors.prototype.setStatus),
  Editors.prototype.delete,
  Editors.prototype.restore,
  Editors.prototype.restore,
  Editors.prototype.restoreVersion,
  Editors.prototype.schedule,
  ...Array<Edit>(3).fill(Editors.prototype.saveDraft),
  ...Array<Edit>(2).fill(Editors.prototype.publishDraft),
  Editors.prototype.discardDraft,
];

function soon(laterMs = 0): string {
  return new Date(Date.now() + AHEAD_MS + laterMs).toISOString();
}

function pick<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)];
}
