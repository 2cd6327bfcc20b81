import { Migration } from '@mikro-orm/migrations';

/** Instances of the previous version, which do not know the job, have been replaced by then. */
const COMPUTED_AFTER = '10 minutes';

/** A job for each site with images that have no blurhash. */
export const QUEUE_BLURHASHES = `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
  select gen_random_uuid(), s.id, s.id, 'compute-blurhashes', s.id::text, '{}', 'queued', 0,
    now() + interval '${COMPUTED_AFTER}', now()
  from site s where exists (
    select from asset a where a.site_id = s.id and a.status = 'live' and a.kind = 'image' and a.width is not null
      and a.blurhash is null
  )
  on conflict (kind, key) where status = 'queued' do nothing`;

/** Images that were uploaded before there were blurhashes get theirs. */
export class Blurhashes extends Migration {
  override name = '20261123_blurhashes';

  override up(): void {
    this.addSql(QUEUE_BLURHASHES);
  }
}
