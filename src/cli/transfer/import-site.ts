import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { SiteApi, onceFor } from './api.ts';
import { type AgentLine, importForAgent } from './import-agent.ts';
import { ContentBatch, type ImportCounts } from './import-content.ts';
import { importDraft } from './import-drafts.ts';
import { importFile } from './import-file.ts';
import { Journal } from './journal.ts';
import { importSettings, type SiteAdmin } from './import-settings.ts';
import { LineError, type LineOf, type SiteLine } from './lines.ts';

export interface ImportOptions {
  source: string;
  url: string;
  key: string;
  /** Folder with the files that the export has copied. */
  files: string | undefined;
  /** Whether items that exist are changed; otherwise they are kept. */
  update: boolean;
  /** To import the settings of the site; null: they are left out. */
  admin: SiteAdmin | null;
}

/**
 * Imports lines of JSON in their order. After an interruption, the same command goes on; items that it finds are not
 * created again, because their externalId is unique. Lines that fail are written to a file beside the source.
 * @returns whether every line was imported
 */
export async function importSite(options: ImportOptions, print: (line: string) => void): Promise<boolean> {
  const api = new SiteApi(options.url, options.key);
  const journal = await Journal.open(options.source, options);
  if (journal.lines > 0) print(`Resuming after line ${journal.lines}.`);
  const run = new Import(api, journal, options, print);
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(options.source), crlfDelay: Infinity })) {
    number += 1;
    if (number <= journal.lines) continue;
    await run.add(text, number);
    if (number % 10_000 === 0) print(`${number} lines`);
  }
  await run.flush(number);
  const { created, changed, existing, failed } = run.counts;
  print(`Created ${created}, changed ${changed}, found ${existing}, failed ${failed}.`);
  if (failed > 0) print(`The lines that failed are in ${errorsOf(options.source)}.`);
  return failed === 0;
}

function errorsOf(source: string): string {
  return `${source}.errors.ndjson`;
}

class Import {
  readonly counts: ImportCounts = { created: 0, changed: 0, existing: 0, failed: 0 };
  private readonly api: SiteApi;
  private readonly journal: Journal;
  private readonly options: ImportOptions;
  private readonly print: (line: string) => void;
  private readonly batch: ContentBatch;
  private ids: Ids | undefined;

  constructor(api: SiteApi, journal: Journal, options: ImportOptions, print: (line: string) => void) {
    this.api = api;
    this.journal = journal;
    this.options = options;
    this.print = print;
    const failed = (line: number, error: unknown) => this.failed(line, error);
    this.batch = new ContentBatch({ api, counts: this.counts, update: options.update, failed });
  }

  async add(text: string, number: number): Promise<void> {
    if (text.trim() === '') return;
    const line = parse(this.withNewFiles(text));
    if (line?.kind !== 'content' && line?.kind !== 'references') await this.flush(number - 1);
    else if (!this.batch.takes(line, text)) await this.flush(number - 1);
    try {
      await this.take(line, text, number);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      await this.failed(number, error.message);
    }
  }

  /** @param number the last line that is done with it */
  async flush(number: number): Promise<void> {
    await this.batch.send();
    if (number > this.journal.lines) await this.journal.done(number);
  }

  private async take(line: SiteLine | null, text: string, number: number): Promise<void> {
    switch (line?.kind) {
      case 'content': {
        const { collection, ...item } = line;
        this.batch.add({ ...item, collectionId: await this.collectionId(collection) }, text, number);
        return;
      }
      case 'references':
        return this.batch.add(line, text, number);
      case 'draft':
        return importDraft(line, { api: this.api, counts: this.counts, update: this.options.update });
      case 'contentType':
        return this.contentType(line);
      case 'collection':
        return this.collection(line);
      case 'folder':
        return this.folder(line, text);
      case 'asset':
        return this.file(line);
      case 'folderCover':
        return this.cover(line);
      case 'site':
        return this.settings(line);
      case 'persona':
      case 'document':
      case 'webhookTool':
      case 'trigger':
      case 'processedFile':
      case 'video':
        return this.forAgent(line, text, number);
      default:
        throw new LineError('is not a line of JSON with a known kind');
    }
  }

  private async contentType({ kind: _kind, ...type }: LineOf<'contentType'>): Promise<void> {
    const created = await this.api.call('POST', '/content-types', type);
    if (created.status === 200) return void (this.counts.created += 1);
    if (created.status !== 409) throw new LineError(created.body.error);
    const { slug, ...changes } = type;
    const changed = await this.api.call('PUT', `/content-types/${encodeURIComponent(slug)}`, changes);
    if (changed.status !== 200) throw new LineError(changed.body.error);
    this.counts.changed += 1;
  }

  private async collection({ kind: _kind, ...collection }: LineOf<'collection'>): Promise<void> {
    const { collections } = await this.known();
    if (collections.has(collection.slug)) return void (this.counts.existing += 1);
    const create = 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { id } }';
    const { data, error } = await this.api.graphql<{ createCollection: { id: string } }>(create, { input: collection });
    if (!data) throw new LineError(error ?? undefined);
    collections.set(collection.slug, data.createCollection.id);
    this.counts.created += 1;
  }

  private async folder({ kind: _kind, path, parent, ...folder }: LineOf<'folder'>, text: string): Promise<void> {
    const { folders } = await this.known();
    if (folders.has(path)) return void (this.counts.existing += 1);
    const parentId = await this.folderId(parent);
    const created = await this.api.call('POST', '/assets/folders', { ...folder, parentId }, onceFor(text));
    if (created.status !== 200) throw new LineError(created.body.error);
    folders.set(path, (created.body.data as { _id: string })._id);
    this.counts.created += 1;
  }

  private async file(line: LineOf<'asset'>): Promise<void> {
    const folderId = await this.folderId(line.folder);
    const { api, journal } = this;
    const once = onceFor(line.url);
    await importFile(line, { api, journal, files: this.options.files, folderId, once }).catch((error: unknown) => {
      throw new LineError(error instanceof Error ? error.message : String(error));
    });
    this.counts.created += 1;
  }

  private async cover({ path, coverImage }: LineOf<'folderCover'>): Promise<void> {
    const changed = await this.api.call('PUT', `/assets/folders/${await this.folderId(path)}`, { coverImage });
    if (changed.status !== 200) throw new LineError(changed.body.error);
  }

  private async settings(line: LineOf<'site'>): Promise<void> {
    if (!this.options.admin) {
      return this.print(
        'Left out: the settings of the site (forms, hosts of links, subscriptions) need --site and ADMIN_KEY.',
      );
    }
    await importSettings(line, this.api, this.options);
    this.counts.changed += 1;
  }

  /** Lines with the same text are resources of their own. */
  private async forAgent(line: AgentLine, text: string, number: number): Promise<void> {
    const { api, counts, print } = this;
    await importForAgent(line, { api, counts, print, once: onceFor(`${number} ${text}`) });
  }

  private async collectionId(slug: string | null | undefined): Promise<string | null> {
    if (slug === null || slug === undefined) return null;
    const id = (await this.known()).collections.get(slug);
    if (id === undefined) throw new LineError(`collection must be the slug of a collection of the site`);
    return id;
  }

  private async folderId(path: string | null): Promise<string | null> {
    if (path === null) return null;
    const id = (await this.known()).folders.get(path);
    if (id === undefined) throw new LineError(`There is no folder ${path} that the key can read`);
    return id;
  }

  private async known(): Promise<Ids> {
    this.ids ??= await readIds(this.api);
    return this.ids;
  }

  /** A site refers to its files by their URLs, in any text, and by their ids, as whole values. */
  private withNewFiles(text: string): string {
    const { urls, ids } = this.journal;
    if (urls.size === 0) return text;
    return text
      .replaceAll(/https?:\/\/[^\s"'()<>\\?#]+/g, (url) => urls.get(url) ?? url)
      .replaceAll(/"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/gi, (value, id: string) => {
        const renamed = ids.get(id.toLowerCase());
        return renamed === undefined ? value : `"${renamed}"`;
      });
  }

  private async failed(line: number, error: unknown): Promise<void> {
    this.counts.failed += 1;
    await appendFile(errorsOf(this.options.source), `${JSON.stringify({ line, error })}\n`);
  }
}

interface Ids {
  collections: Map<string, string>;
  folders: Map<string, string>;
}

async function readIds(api: SiteApi): Promise<Ids> {
  const collections = new Map<string, string>();
  type Page = { collections: { items: { id: string; slug: string }[]; hasMore: boolean; endCursor: string | null } };
  const query = `query ($after: String) {
    collections(page: { limit: 100, after: $after }) { items { id slug } hasMore endCursor } }`;
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const { data, error }: { data: Page | null; error: string | null } = await api.graphql<Page>(query, { after });
    if (!data) throw new Error(error ?? 'The collections cannot be read');
    for (const { id, slug } of data.collections.items) collections.set(slug, id);
    ({ hasMore, endCursor: after } = data.collections);
  }
  const folders = await api.data<{ _id: string; path: string }[]>('GET', '/assets/folders');
  return { collections, folders: new Map(folders.map(({ _id, path }) => [path, _id])) };
}

/** Null for anything else. */
function parse(text: string): SiteLine | null {
  try {
    return JSON.parse(text) as SiteLine | null;
  } catch {
    return null;
  }
}
