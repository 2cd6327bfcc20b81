import { Migration } from '@mikro-orm/migrations';

/** What a job waits for that is away, and since when. */
export class WaitingJobs extends Migration {
  override name = '20261122_waiting_jobs';

  override up(): void {
    this.addSql('alter table job add column waits_for text, add column waits_since timestamptz');
    this.addSql(`create index job_waits_for on job (waits_for) where status = 'queued' and waits_for is not null`);
    this.addSql(`create index knowledge_source_failed on knowledge_source (site_id) where status = 'failed'`);
  }
}
