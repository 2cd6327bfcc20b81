import { Migration } from '@mikro-orm/migrations';

/**
 * The trigger writes as the owner of its tables: the row-level security of `content_change` took half of its time, and protects
 * nothing there, because the trigger writes only what follows from rows that the caller was allowed to write.
 */
export class ContentChangeOwner extends Migration {
  override name = '20261123_content_change_owner';

  override up(): void {
    this.addSql('alter function keep_content_change() security definer set search_path = public, pg_temp');
  }
}
