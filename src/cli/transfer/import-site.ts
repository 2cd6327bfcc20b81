import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Egress } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { parseJson } from '../../shared/http/json-body.ts';
import { SiteApi, readData, idempotencyHeader } from './api.ts';
import { importForAgent } from './import-agent.ts';
import { ContentBatch, type ImportCounts, type Outcome } from './import-content.ts';
import { importFile } from './import-file.ts';
import { type SiteAdmin, importSettings } from './import-settings.ts';
import { Journal } from './journal.ts';
import { LineError, type LineVariant, type SiteLine } from './lines.ts';
import { SiteIds, idsOfItems } from './site-ids.ts';

export interface ImportOptions {
  source: string;
  url: string;
  key: string;
  /** Folder with the files that the export has copied. */
  files: string | undefined;
  /** True if items that exist are changed; otherwise they are kept. */
  update: boolean;
  /** Imports the settings of the site; null: they are left out. */
  admin: SiteAdmin | null;
  /** Reads files from their URLs, which are of the file that is imported. */
  egress: Egress;
}

/**
 * Imports lines of JSON in their order. After an interruption, the same command goes on; items that it finds are not
 * created again, because their externalId is unique. Lines that fail are written to a file beside the source.
 * See decision 94.
 * @returns whether every line was imported
 */
export async function importSite(options: ImportOptions, print: (line: string) => void): Promise<boolean> {
  const api = new SiteApi(options.url, options.key);
  const journal = await Journal.open(options.source, options);
  if (journal.lines > 0) print(`Resuming after line ${journal.lines}.`);
  const run = new Import(api, journal, options, print);
  let number = 0;
  for await (const bytes of createInterface({ input: createReadStream(options.source, BYTES), crlfDelay: Infinity })) {
    number += 1;
    if (number <= journal.lines) continue;
    await run.add(Buffer.from(bytes, BYTES), number);
    if (number % 10_000 === 0) print(`${number} lines`);
  }
  await run.flush(number);
  const { created, changed, existing, failed } = run.counts;
  print(`Created ${created}, changed ${changed}, found ${existing}, failed ${failed}.`);
  if (failed > 0) print(`The lines that failed are in ${errorFile(options.source)}.`);
  return failed === 0;
}

/** Lines are separated as bytes: JSON may have U+2028, which would separate lines of text, and bytes may not be UTF-8. */
const BYTES = 'latin1';

function errorFile(source: string): string {
  return `${source}.errors.ndjson`;
}

class Import {
  readonly counts: ImportCounts = { created: 0, changed: 0, existing: 0, failed: 0 };
  private readonly api: SiteApi;
  private readonly journal: Journal;
  private readonly options: ImportOptions;
  private readonly print: (line: string) => void;
  private readonly batch: ContentBatch;
  private readonly ids: SiteIds;

  constructor(api: SiteApi, journal: Journal, options: ImportOptions, print: (line: string) => void) {
    this.api = api;
    this.journal = journal;
    this.options = options;
    this.print = print;
    this.ids = new SiteIds(api);
    const failed = (line: number, error: unknown) => this.failed(line, error);
    this.batch = new ContentBatch({ api, counts: this.counts, update: options.update, failed });
  }

  async add(bytes: Buffer, number: number): Promise<void> {
    const text = bytes.toString();
    if (text.trim() === '') return;
    const { line, error: unreadable } = isUtf8(bytes) ? readLine(this.withNewFiles(text)) : NOT_UTF8;
    if (line?.kind !== 'content' && line?.kind !== 'references') await this.flush(number - 1);
    else if (!this.batch.takes(line, text)) await this.flush(number - 1);
    try {
      if (unreadable) throw unreadable;
      const outcome = await this.take(line, text, number);
      if (outcome) this.counts[outcome] += 1;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      await this.failed(number, error.message);
    }
  }

  /** @param number the last line that is done with it */
  async flush(number: number): Promise<void> {
    await this.batch.send();
    if (number > this.journal.lines) await this.journal.record({ lines: number });
  }

  /** Imports a line. The outcome is null for a line that is not counted, or counted with its batch. */
  private async take(line: SiteLine | null, text: string, number: number): Promise<Outcome | null> {
    switch (line?.kind) {
      case 'content': {
        const { collection, ...item } = line;
        this.batch.add({ ...item, collectionId: await this.ids.findCollection(collection) }, text, number);
        return null;
      }
      case 'references':
        this.batch.add(line, text, number);
        return null;
      case 'draft':
        return this.draft(line);
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
        // Lines with the same text are resources of their own.
        return importForAgent(line, { api: this.api, once: idempotencyHeader(`${number} ${text}`), print: this.print });
      default:
        throw new LineError('is not a line of JSON with a known kind');
    }
  }

  /** Saves the draft of an item that has none; one that exists is kept, or changed. */
  private async draft({ kind: _kind, externalId, ...values }: LineVariant<'draft'>): Promise<Outcome> {
    const id = (await idsOfItems(this.api, [externalId])).get(externalId);
    const { update } = this.options;
    const headers = update ? {} : { 'if-match': '"0"' };
    const answer = await this.api.call('PUT', `/content/${String(id)}/draft`, values, headers);
    if (answer.status === 412) return 'existing';
    readData(answer);
    return update ? 'changed' : 'created';
  }

  private async contentType({ kind: _kind, ...type }: LineVariant<'contentType'>): Promise<Outcome> {
    const created = await this.api.call('POST', '/content-types', type);
    const isNew = created.status !== 409;
    const { slug, ...changes } = type;
    readData(isNew ? created : await this.api.call('PUT', `/content-types/${encodeURIComponent(slug)}`, changes));
    return isNew ? 'created' : 'changed';
  }

  private async collection({ kind: _kind, ...input }: LineVariant<'collection'>): Promise<Outcome> {
    const { collections } = await this.ids.read();
    if (collections.has(input.slug)) return 'existing';
    const create = 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { id } }';
    const { createCollection } = await this.api.graphql<{ createCollection: { id: string } }>(create, { input });
    collections.set(input.slug, createCollection.id);
    return 'created';
  }

  private async folder(
    { kind: _kind, path, parent, ...folder }: LineVariant<'folder'>,
    text: string,
  ): Promise<Outcome> {
    const { folders } = await this.ids.read();
    if (folders.has(path)) return 'existing';
    const input = { ...folder, parentId: await this.ids.findFolder(parent) };
    const { _id } = readData<{ _id: string }>(
      await this.api.call('POST', '/assets/folders', input, idempotencyHeader(text)),
    );
    folders.set(path, _id);
    return 'created';
  }

  private async file(line: LineVariant<'asset'>): Promise<Outcome> {
    const folderId = await this.ids.findFolder(line.folder);
    const { api, journal } = this;
    const { files, egress } = this.options;
    const once = idempotencyHeader(line.url);
    await importFile(line, { api, journal, files, egress, folderId, once }).catch((error: unknown) => {
      throw new LineError(error instanceof Error ? error.message : String(error));
    });
    return 'created';
  }

  private async cover({ path, coverImage }: LineVariant<'folderCover'>): Promise<null> {
    readData(await this.api.call('PUT', `/assets/folders/${await this.ids.findFolder(path)}`, { coverImage }));
    return null;
  }

  private async settings(line: LineVariant<'site'>): Promise<Outcome | null> {
    const { admin, key } = this.options;
    if (admin) {
      await importSettings(line, this.api, admin, key);
      return 'changed';
    }
    this.print('Left out: the settings of the site (forms, hosts of links, subscriptions) need --site and ADMIN_KEY.');
    return null;
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
    await appendFile(errorFile(this.options.source), `${JSON.stringify({ line, error })}\n`);
  }
}

interface ReadLine {
  line: SiteLine | null;
  /** Why it cannot be imported. */
  error?: LineError;
}

const NOT_UTF8: ReadLine = { line: null, error: new LineError('is not UTF-8') };

/** Parses a line as the API reads the body of a request: what would be changed without notice is an error. */
function readLine(text: string): ReadLine {
  try {
    return { line: parseJson(text, 'line') as SiteLine | null };
  } catch (error) {
    return { line: null, ...(error instanceof ServiceError ? { error: new LineError(error.message) } : {}) };
  }
}
