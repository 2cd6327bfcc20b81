import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Database, Scope, ScopeTransaction } from '../../../database/database.ts';
import { type TableRow, table } from '../../../database/table.ts';
import type { FileStorage, StoredFile } from '../../../ports/file-storage.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import { type Job, jobScope } from '../../job/job.service.ts';
import { ImageVariantEntity } from '../asset.entity.ts';
import { type AssetRow, assets } from '../asset.rows.ts';
import { siteOfKey } from '../object-key.ts';

const MB = 1024 * 1024;

export const VARIANT_LIMITS = {
  /** Maximum number and total size of the stored transforms of one image. */
  perImage: 64,
  bytesPerImage: 24 * MB,
  bytesPerSite: 1_024 * MB,
};
export type VariantLimits = typeof VARIANT_LIMITS;

/** A full site is reduced to this share, so that not every new image has to evict one. */
const SITE_SHARE_AFTER_EVICTION = 0.95;
const MAX_EVICTED = 100;
/** Accuracy of the last use. */
const USE_RECORDED_MS = 60 * 60 * 1000;
const MAX_REMEMBERED = 10_000;

/** Prefix of the transforms of a file. */
export function variantsPrefix(key: string): string {
  return `variants/${key}`;
}

const evicted = table(ImageVariantEntity, 'v', { only: ['assetId', 'name'], add: { key: assets.c.key } });
type EvictedVariant = TableRow<typeof evicted>;

const EVICT_BY_IMAGE = evicted.statement(
  (columns) => `select ${columns}
    from (select asset_id, name, row_number() over newest as place, sum(size) over newest as bytes
          from image_variant where asset_id = $1
          window newest as (order by used_at desc, name)) v
      join asset a on a.id = v.asset_id
    where v.place > $2 or v.bytes > $3`,
);
const EVICT_BY_SITE = evicted.statement(
  (columns) => `select ${columns}
    from (select asset_id, name, sum(size) over (order by used_at, asset_id, name) - size as before
          from image_variant where site_id = $1 order by used_at, asset_id, name limit $3) v
      join asset a on a.id = v.asset_id
    where v.before < $2`,
);

const HAS_ROW = 'select 1 from image_variant where asset_id = $1 and name = $2';

type Image = Pick<AssetRow, 'id' | 'key'>;

/**
 * The stored transforms are files, with a row for each. A row is written before its file and deleted after it, so that
 * no file is without a row after a crash, and the limits hold for the storage.
 */
export class VariantStore implements JobHandler {
  private readonly database: Database;
  private readonly storage: FileStorage;
  private readonly log: Logger;
  private readonly limits: VariantLimits;
  /** Images whose use this process has recorded in the last hour. */
  private readonly recentUses = new LRUCache<string, true>({ max: MAX_REMEMBERED, ttl: USE_RECORDED_MS });

  constructor(database: Database, storage: FileStorage, log: Logger, limits: VariantLimits = VARIANT_LIMITS) {
    this.database = database;
    this.storage = storage;
    this.log = log;
    this.limits = limits;
  }

  async find(image: Image, name: string): Promise<StoredFile | null> {
    const file = await this.storage.stat(variantPath(image, name));
    if (file) this.recordUse(image, name);
    return file;
  }

  async read(image: Image, name: string, range?: { start: number; end: number }): Promise<Readable | null> {
    return this.storage.read(variantPath(image, name), range);
  }

  /**
   * Evicts the least recently used images if there is no space. An image that cannot be stored is made again the next
   * time.
   */
  async keep(image: Image, name: string, content: Buffer, contentType: string): Promise<void> {
    if (content.length > this.limits.bytesPerImage) return;
    const scope = this.siteScope(image);
    try {
      await scope.write(async (tx) => this.makeRoom(tx, image, name, content.length));
      await this.storage.write(variantPath(image, name), Readable.from([content]), { contentType });
      // Evicted, or deleted with its file, while it was written.
      if (!(await scope.row(HAS_ROW, [image.id, name]))) await this.storage.delete(variantPath(image, name));
    } catch (error) {
      this.log.warn({ err: error, key: image.key }, 'a transformed image could not be cached');
    }
  }

  /** Removes all stored transforms of an image. */
  async run(job: Job): Promise<void> {
    await this.storage.deletePrefix(variantsPrefix(String(job.payload['key'])));
    await jobScope(this.database, job).change('delete from image_variant where asset_id = $1', [job.key]);
  }

  /** Sequential per site, so that two images do not both use the last space. */
  private async makeRoom(tx: ScopeTransaction, image: Image, name: string, size: number): Promise<void> {
    await tx.lock('image_variant');
    await tx.rows(
      `insert into image_variant (asset_id, site_id, name, size, used_at) values ($1, $2, $3, $4, clock_timestamp())
       on conflict (asset_id, name) do update set size = excluded.size, used_at = excluded.used_at`,
      [image.id, tx.siteId, name, size],
    );
    const { perImage, bytesPerImage } = this.limits;
    const surplus = [
      ...(await tx.rows(EVICT_BY_IMAGE, [image.id, perImage, bytesPerImage])),
      ...(await this.evictBySite(tx)),
    ];
    await Promise.all(surplus.map(({ key, name: other }) => this.storage.delete(`${variantsPrefix(key)}/${other}`)));
    await tx.rows(
      `delete from image_variant v using unnest($1::uuid[], $2::text[]) as evicted (asset_id, name)
       where v.asset_id = evicted.asset_id and v.name = evicted.name`,
      [surplus.map(({ assetId }) => assetId), surplus.map(({ name: other }) => other)],
    );
  }

  private async evictBySite(tx: ScopeTransaction): Promise<EvictedVariant[]> {
    const { bytesPerSite } = this.limits;
    const total = await tx.row<{ bytes: string }>(
      'select coalesce(sum(size), 0) as bytes from image_variant where site_id = $1',
      [tx.siteId],
    );
    const excess = Number(total?.bytes) - bytesPerSite;
    if (excess <= 0) return [];
    return tx.rows(EVICT_BY_SITE, [tx.siteId, excess + bytesPerSite * (1 - SITE_SHARE_AFTER_EVICTION), MAX_EVICTED]);
  }

  /** Records the use of a variant in the background, at most once per hour and process. */
  private recordUse(image: Image, name: string): void {
    const path = variantPath(image, name);
    if (this.recentUses.has(path)) return;
    this.recentUses.set(path, true);
    this.siteScope(image)
      .change('update image_variant set used_at = now() where asset_id = $1 and name = $2', [image.id, name])
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'the last use of a transformed image could not be recorded'),
      );
  }

  private siteScope({ key }: Image): Scope {
    return this.database.forSite(siteOfKey(key), 'signed URL');
  }
}

function variantPath({ key }: Image, name: string): string {
  return `${variantsPrefix(key)}/${name}`;
}
