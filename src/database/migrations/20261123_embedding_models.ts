import { Migration } from '@mikro-orm/migrations';
import { lockToAccess } from './lock-to-access.ts';
import { lockToSite } from './lock-to-site.ts';

/** Vectors of further embedding models for a chunk, and which model is searched. */
export class EmbeddingModels extends Migration {
  override name = '20261123_embedding_models';

  override up(): void {
    this.addSql(`create table chunk_vector (
      chunk_id uuid not null references chunk on delete cascade,
      site_id uuid not null references site on delete cascade,
      embedder text not null,
      embedding bytea not null,
      primary key (chunk_id, embedder)
    )`);
    this.addSql('alter table chunk_vector alter column embedding set storage external');
    this.addSql('create index on chunk_vector (site_id)');
    lockToSite(this, 'chunk_vector');
    // The policies of `chunk` apply in the condition.
    lockToAccess(this, 'chunk_vector', 'exists (select from chunk c where c.id = chunk_vector.chunk_id)');
    // One row for the installation; `generation` counts its changes.
    this.addSql(`create table embedding_state (
      only_one boolean primary key default true check (only_one),
      generation integer not null default 1,
      active jsonb not null,
      next jsonb,
      cancelled text,
      former jsonb not null default '[]',
      embedded integer not null default 0,
      chunks integer not null default 0,
      started_at timestamptz
    )`);
  }
}
