import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type Entry, type Ledger, subject, textOf, versionOf } from './ledger.ts';

const PATHS = { document: '/knowledge/documents', content: '/content' } as const;
const MAX_CALL_MS = 20_000;
const MAX_PRESENT = 300;
const WRITERS = 6;

export interface Answer<T = Record<string, unknown>> {
  status: number;
  data: T;
}

/** Writes to a service that may be killed at any time, and keeps the books. */
export class Client {
  private readonly url: () => string;
  private readonly key: string;
  private readonly ledger: Ledger;
  private readonly events = new EventEmitter();
  private readonly observe: (answer: Response) => void;

  /** @param observe is called with every answer */
  constructor(url: () => string, key: string, ledger: Ledger, observe: (answer: Response) => void = () => {}) {
    this.url = url;
    this.key = key;
    this.ledger = ledger;
    this.observe = observe;
  }

  /** Undefined when the answer was cut off. */
  async call<T>(method: string, path: string, body?: unknown, headers: object = {}): Promise<Answer<T> | undefined> {
    try {
      const response = await fetch(`${this.url()}/api/sdk${path}`, {
        method,
        headers: {
          'x-svc-api-key': this.key,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MAX_CALL_MS),
      });
      this.observe(response);
      const { data } = (await response.json()) as { data: T };
      return { status: response.status, data };
    } catch {
      return undefined;
    }
  }

  /** Creates, changes and deletes at random until it is stopped or the service does not answer. */
  async write(signal: AbortSignal): Promise<void> {
    const writer = async (): Promise<void> => {
      while (!signal.aborted && (await this.step()));
    };
    await Promise.all(Array.from({ length: WRITERS }, writer));
  }

  /** Resolves when that many more changes have been answered. */
  async answered(changes: number): Promise<void> {
    for (let count = 0; count < changes; count++) await once(this.events, 'answered');
  }

  /** Finds out, once the service runs again, what became of the calls whose answer was cut off. */
  async settle(): Promise<void> {
    for (const entry of this.ledger.unsettled) {
      if (entry.id === null) entry.id = await this.idByTitle(entry);
      const found = entry.id === null ? null : await this.versionNow(entry);
      const possible = [entry.version, entry.open?.version];
      if (!possible.includes(found)) {
        throw new Error(`${subject(entry)} is at ${found}, but may only be at ${possible.join(' or ')}`);
      }
      entry.version = found;
      entry.open = null;
    }
  }

  /** The version of the text that a read by id answers; null: there is none. */
  async versionNow(entry: Entry): Promise<number | null> {
    const answer = await this.call<{ content: string }>('GET', `${PATHS[entry.kind]}/${entry.id}`);
    if (answer?.status === 404) return null;
    if (answer?.status !== 200) throw new Error(`${subject(entry)} answers ${answer?.status}`);
    return versionOf(answer.data.content);
  }

  private step(): Promise<boolean> {
    const idle = this.ledger.idle();
    const chosen = idle[Math.floor(Math.random() * idle.length)];
    const dice = Math.random();
    if (!chosen || (dice < 0.5 && idle.length < MAX_PRESENT)) return this.create();
    return dice < 0.8 ? this.update(chosen) : this.delete(chosen);
  }

  private create(): Promise<boolean> {
    const entry = this.ledger.add(Math.random() < 0.7 ? 'document' : 'content');
    const extras =
      entry.kind === 'content'
        ? { externalId: subject(entry), type: 'article', status: 'published' }
        : { tags: [subject(entry)] };
    const body = { title: subject(entry), content: textOf(entry, 1), ...extras };
    return this.change(entry, 'POST', PATHS[entry.kind], body, 1);
  }

  private update(entry: Entry): Promise<boolean> {
    const version = (entry.version ?? 0) + 1;
    return this.change(entry, 'PUT', `${PATHS[entry.kind]}/${entry.id}`, { content: textOf(entry, version) }, version);
  }

  private delete(entry: Entry): Promise<boolean> {
    return this.change(entry, 'DELETE', `${PATHS[entry.kind]}/${entry.id}`, undefined, null);
  }

  /** False if the service does not answer. */
  private async change(entry: Entry, method: string, path: string, body: unknown, version: number | null) {
    entry.busy = true;
    entry.open = { version };
    const answer = await this.call<{ id?: string; _id?: string }>(method, path, body);
    entry.busy = false;
    if (answer?.status === 200) {
      entry.id ??= answer.data.id ?? answer.data._id ?? null;
      entry.version = version;
      entry.open = null;
      this.events.emit('answered');
      return true;
    }
    // 5xx: the service may have lost its database half-way, and promises nothing.
    if (answer && answer.status < 500) throw new Error(`${method} ${path} answers ${answer.status}`);
    if (answer) await delay(50);
    return answer !== undefined;
  }

  private async idByTitle(entry: Entry): Promise<string | null> {
    const query = entry.kind === 'content' ? `search=${subject(entry)}&limit=100` : `tag=${subject(entry)}`;
    const answer = await this.call<{ documents?: Found[] } | Found[]>('GET', `${PATHS[entry.kind]}?${query}`);
    if (answer?.status !== 200) throw new Error(`A list answers ${answer?.status}`);
    const found = (Array.isArray(answer.data) ? answer.data : (answer.data.documents ?? [])).filter(
      ({ title }) => title === subject(entry),
    );
    if (found.length > 1) throw new Error(`${subject(entry)} is there ${found.length} times`);
    return found[0]?.id ?? found[0]?._id ?? null;
  }
}

interface Found {
  id?: string;
  _id?: string;
  title: string;
}

/** A site to write to, and a key with all scopes. */
export async function createSite(url: string, adminKey: string): Promise<{ id: string; key: string }> {
  const { createSite: site } = await graphql<{ createSite: { id: string } }>(
    url,
    { 'x-svc-admin-key': adminKey },
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
    { input: { name: 'Crash', ownerEmail: 'owner@example.org', plan: 'enterprise' } },
  );
  return { id: site.id, key: await createKey(url, adminKey, site.id) };
}

export async function createKey(url: string, adminKey: string, siteId: string, scopes?: string[]): Promise<string> {
  const { createApiKey: key } = await graphql<{ createApiKey: { secret: string } }>(
    url,
    { 'x-svc-admin-key': adminKey },
    'mutation ($siteId: ID!, $input: CreateApiKeyInput!) { createApiKey(siteId: $siteId, input: $input) { secret } }',
    { siteId, input: { name: 'crash', ...(scopes && { scopes }) } },
  );
  return key.secret;
}

export async function graphql<T>(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: object,
): Promise<T> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
