import { Migration } from '@mikro-orm/migrations';

/** The user that made a preview token, also an installation admin who is no member: the token works as long as the user may make one. */
export class PreviewMakers extends Migration {
  override name = '20261127_preview_makers';

  override up(): void {
    this.addSql('alter table preview_token add column maker_id uuid references app_user on delete cascade');
    this.addSql('create index on preview_token (maker_id) where maker_id is not null');
  }
}
