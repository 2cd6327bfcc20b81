import { Migration } from '@mikro-orm/migrations';
import { levelMayBeSeen, lockToAccess, mayBeSeen } from './lock-to-access.ts';

/** The access rule as row-level security, for everything that has an access level or is made of what has one. */
export class RowAccess extends Migration {
  override name = '20261122_row_access';

  override up(): void {
    for (const table of ['content_item', 'knowledge_document', 'knowledge_source', 'file', 'asset']) {
      lockToAccess(this, table);
    }
    lockToAccess(this, 'asset_folder', levelMayBeSeen('asset_folder.access_level'));
    // Through the source's own lock, and the level that it had when the text was written.
    lockToAccess(
      this,
      'chunk',
      `exists (select from knowledge_source s where s.id = chunk.source_id and ${mayBeSeen('s', 'text_')})`,
    );
    lockToAccess(this, 'file_text', 'exists (select from file f where f.id = file_text.file_id)');
    // Lists count all jobs of a site: each carries its file's level, as a look at the file for each takes too long.
    this.addSql(`alter table file_job add column access_level text, add column required_subscriptions text[]`);
    this.addSql(`update file_job j set access_level = f.access_level, required_subscriptions = f.required_subscriptions
      from file f where f.id = j.file_id`);
    this.addSql(`alter table file_job alter column access_level set not null,
      alter column required_subscriptions set not null`);
    lockToAccess(this, 'file_job');
  }
}
