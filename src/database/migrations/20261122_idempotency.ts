import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Answers of requests that carried an `Idempotency-Key`. */
export class Idempotency extends Migration {
  override name = '20261122_idempotency';

  override up(): void {
    this.addSql(`create table idempotent_answer (
      site_id uuid not null references site on delete cascade,
      identity bytea not null,
      fingerprint bytea not null,
      answer text,
      bytes int not null,
      expires_at timestamptz not null,
      primary key (site_id, identity)
    )`);
    this.addSql('create index idempotent_answer_expiry on idempotent_answer (expires_at)');
    this.addSql('create index idempotent_answer_usage on idempotent_answer (site_id, expires_at) include (bytes)');
    lockToSite(this, 'idempotent_answer');
  }
}
