import { createWriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openFileStorage } from '../../app/open-adapters.ts';
import type { Config } from '../../config.ts';
import { Database, type Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import { AssetEntity, AssetFolderEntity } from '../../features/asset/asset.entity.ts';
import { CollectionEntity } from '../../features/collection/collection.entity.ts';
import { ContentTypeEntity } from '../../features/content-type/content-type.entity.ts';
import { withFieldIds } from '../../features/content-type/field-identity.ts';
import { entities } from '../../features/features.ts';
import { SiteEntity } from '../../features/site/site.entity.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { batchesById } from '../../database/batches.ts';
import { isId } from '../../shared/ids.ts';
import { openDatabase } from '../open-database.ts';
import { agentLines } from './export-agent.ts';
import { contentLines } from './export-content.ts';
import { draftLines } from './export-drafts.ts';
import { processedLines } from './export-processed.ts';
import type { LineVariant, SiteLine } from './lines.ts';

export interface ExportOptions {
  /** The file to write. */
  target: string;
  /** Folder to which the files of the site are copied; undefined: they are not. */
  files: string | undefined;
}

const ROW = ['id', 'siteId', 'createdAt', 'updatedAt', 'revision'] as const;
const settings = table(SiteEntity, 's', { only: ['forms', 'linkHosts', 'subscriptions'] }).select('where s.id = $1');
const types = table(ContentTypeEntity, 't', { omit: [...ROW, 'builtIn'] }).select('where t.site_id = $1 order by t.id');
const collections = table(CollectionEntity, 'l', { omit: ROW }).select('where l.site_id = $1 order by l.id');
const folders = table(AssetFolderEntity, 'f', { omit: [...ROW, 'parentId', 'depth', 'coverImage'] }).select(
  'where f.site_id = $1 order by f.depth, f.path',
);
const covers = table(AssetFolderEntity, 'f', { only: ['path', 'coverImage'] }).select(
  'where f.site_id = $1 and f.cover_image is not null order by f.depth, f.path',
);
const DETAILS = ['alt', 'caption', 'focalPoint', 'accessLevel'] as const;
const assets = table(AssetEntity, 'a', { only: ['id', 'key', 'fileName', 'contentType', 'folderId', ...DETAILS] });
const ASSETS = assets.select(`where a.site_id = $1 and a.status = 'live' and a.id > $2 order by a.id limit 500`);
const paths = table(AssetFolderEntity, 'f', { only: ['id', 'path', 'accessLevel'] }).select('where f.site_id = $1');

/** A reader of a whole site leaves an entry in its activity log. */
const LOG_EXPORT = `insert into activity (site_id, actor, actor_name, action, resource_type, resource_id, title, fields, count)
  select s.id, 'service', 'export', 'exported', 'site', s.id, left(s.name, 200), '{}', 1 from site s where s.id = $1`;

const OMISSIONS =
  'Left out: API keys, the identity provider, values of headers and signing secrets of webhook tools, ' +
  'texts and transcripts of files and videos, which are processed again, chat sessions, calls of webhook tools, form submissions, ' +
  'users, webhooks, versions, the trash and the schedule of content.';

/** Exports a site of the configured database, while the service may be running. */
export async function exportSite(
  config: Config,
  { site, ...options }: ExportOptions & { site: string },
  print: (line: string) => void,
): Promise<void> {
  if (!isId(site)) throw new Error('--site must be the id of a site');
  const opened = await openDatabase(config);
  const database = await Database.connect(opened.connection, entities);
  const storage = await openFileStorage(config);
  try {
    const scope = database.forSite(site, 'admin');
    if (!(await scope.row<{ id: string }>('select id from site where id = $1', [site]))) {
      throw new Error(`There is no site ${site}`);
    }
    const count = await writeSite(scope, { cdnUrl: config.server.cdnUrl, storage }, options);
    print(`Wrote ${count} lines to ${options.target}.`);
    print(OMISSIONS);
  } finally {
    await storage.close();
    await database.close();
    await opened.close();
  }
}

/** Writes a site as lines of JSON: what changes meanwhile may be in it before or after its change. Returns their number. */
export async function writeSite(
  scope: Scope,
  { cdnUrl, storage }: { cdnUrl: string; storage: FileStorage },
  { target, files }: ExportOptions,
): Promise<number> {
  await scope.change(LOG_EXPORT, [scope.siteId]);
  return writeLines(target, siteLines(scope, cdnUrl, copier(storage, files)));
}

type Copy = (key: string) => Promise<void>;

async function* siteLines(scope: Scope, cdnUrl: string, copy: Copy): AsyncGenerator<SiteLine> {
  const { siteId } = scope;
  for (const site of await scope.rows(settings, [siteId])) yield { kind: 'site', ...site };
  yield* fileLines(scope, cdnUrl, copy);
  for (const type of await scope.rows(types, [siteId])) yield { kind: 'contentType', ...withFieldIds(type) };
  for (const collection of await scope.rows(collections, [siteId])) yield { kind: 'collection', ...collection };
  yield* contentLines(scope);
  yield* draftLines(scope);
  yield* agentLines(scope);
  yield* processedLines(scope, cdnUrl);
}

/** Folders and files: everything else may refer to files. */
async function* fileLines(scope: Scope, cdnUrl: string, copy: Copy): AsyncGenerator<SiteLine> {
  const { siteId } = scope;
  for (const folder of await scope.rows(folders, [siteId])) {
    yield { kind: 'folder', ...folder, parent: dirname(folder.path) === '/' ? null : dirname(folder.path) };
  }
  yield* assetLines(scope, cdnUrl, copy);
  for (const { path, coverImage } of await scope.rows(covers, [siteId])) {
    if (coverImage !== null) yield { kind: 'folderCover', path, coverImage };
  }
}

async function* assetLines(scope: Scope, cdnUrl: string, copy: Copy): AsyncGenerator<LineVariant<'asset'>> {
  const foldersById = new Map((await scope.rows(paths, [scope.siteId])).map(({ id, ...folder }) => [id, folder]));
  for await (const page of batchesById((after) => scope.rows(ASSETS, [scope.siteId, after]))) {
    for (const { folderId, accessLevel, ...asset } of page) {
      await copy(asset.key);
      const folder = foldersById.get(folderId ?? '');
      const own = accessLevel === (folder?.accessLevel ?? 'public') ? {} : { accessLevel };
      yield { kind: 'asset', ...asset, ...own, url: `${cdnUrl}/${asset.key}`, folder: folder?.path ?? null };
    }
  }
}

function copier(storage: FileStorage, files: string | undefined): Copy {
  return async (key) => {
    if (files === undefined) return;
    const content = await storage.read(key);
    // Deleted since its row was read.
    if (!content) return;
    const target = join(files, key);
    await mkdir(dirname(target), { recursive: true });
    await pipeline(content, createWriteStream(target));
  };
}

/** Writes the lines to a file, under another name until it is complete. Returns their number. */
async function writeLines(target: string, lines: AsyncIterable<SiteLine>): Promise<number> {
  const temporaryFile = `${target}.unfinished`;
  let count = 0;
  const texts = async function* () {
    for await (const line of lines) {
      count += 1;
      yield `${JSON.stringify(line)}\n`;
    }
  };
  await pipeline(texts, createWriteStream(temporaryFile, { mode: 0o600 }));
  await rename(temporaryFile, target);
  return count;
}
