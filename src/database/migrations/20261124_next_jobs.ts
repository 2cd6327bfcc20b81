import { Migration } from '@mikro-orm/migrations';

/** To find the next job of a kind without reading all that wait for later. */
export class NextJobs extends Migration {
  override name = '20261124_next_jobs';

  override up(): void {
    this.addSql(`create index job_kind_run_at on job (kind, run_at) where status = 'queued'`);
  }
}
