import type { Database, Scope } from '../../../database/database.ts';
import { type TableRow, table } from '../../../database/table.ts';
import type { FileStorage } from '../../../ports/file-storage.ts';
import { ServiceError, orNotFound } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import { findOutage } from '../../../shared/outage.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import { type JobService, jobScope } from '../../job/job.service.ts';
import { AssetEntity } from '../asset.entity.ts';
import type { InspectImage } from './image-inspector.ts';

/** Images of a job, one after the other. */
const BATCH = 10;
/** The pause between batches, so that a site with many images does not use a processor all the time. */
const PAUSE_SECONDS = 1;
/** An image that fails for a reason that may pass is tried as often. */
const MAX_ATTEMPTS = 3;

const images = table(AssetEntity, 'a', { only: ['id', 'key', 'createdAt'] });
type Image = TableRow<typeof images>;
const { c } = images;
/** Reads the next images along the index of lists. Only raster images have a width. */
const NEXT = images.select(`where ${c.siteId} = $1 and ${c.status} = 'live' and ${c.kind} = 'image'
  and ${c.width} is not null and ${c.blurhash} is null
  and (${c.createdAt}, ${c.id}) < (coalesce($2::timestamptz, 'infinity'), $3::uuid)
  order by ${c.createdAt} desc, ${c.id} desc limit ${BATCH}`);

export interface BlurhashOptions {
  database: Database;
  storage: FileStorage;
  inspect: InspectImage;
  jobs: JobService;
  log: Logger;
}

/** The blurhashes of images that were uploaded before there were any, newest first. The payload has the last image of the previous batch. */
export function computeBlurhashes({ database, storage, inspect, jobs, log }: BlurhashOptions): JobHandler {
  const compute = async (scope: Scope, { id, key }: Image): Promise<void> => {
    const { blurhash } = await inspect(scope.siteId, async () => orNotFound(await storage.read(key), 'File'));
    const sql = 'update asset set blurhash = $3 where site_id = $1 and id = $2 and blurhash is null';
    await scope.change(sql, [scope.siteId, id, blurhash]);
  };
  return {
    async run(job, signal) {
      const scope = jobScope(database, job);
      const { createdAt = null, id = null } = job.payload;
      const batch = await scope.rows(NEXT, [scope.siteId, createdAt, id]);
      for (const image of batch) {
        signal.throwIfAborted();
        await compute(scope, image).catch((error: unknown) => {
          if (!isSkipped(error, job.attempts)) throw error;
          log.warn({ err: error, key: image.key }, 'the blurhash of an image could not be computed');
        });
      }
      const last = batch.at(-1);
      if (!last || batch.length < BATCH) return;
      const payload = { createdAt: last.createdAt, id: last.id };
      const next = { kind: 'compute-blurhashes', key: job.key, payload, delaySeconds: PAUSE_SECONDS } as const;
      await scope.write((tx) => jobs.enqueue(tx, next));
    },
  };
}

function isSkipped(error: unknown, attempts: number): boolean {
  const isLasting = error instanceof ServiceError && error.status < 500;
  return findOutage(error) === null && (isLasting || attempts >= MAX_ATTEMPTS);
}
