import { Migration } from '@mikro-orm/migrations';

/** Whether the access level of a file is that of the folder its upload lies in, or was said for the file itself. */
export class FileAccess extends Migration {
  override name = '20261122_file_access';

  override up(): void {
    this.addSql('alter table file add column follows_folder boolean not null default true');
    // No folder has this level.
    this.addSql(`update file set follows_folder = false where access_level = 'subscription'`);
    this.addSql('alter table file alter column follows_folder drop default');
  }
}
