import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Tokens that show unpublished content for some time. They end with their item, with the key that made them and with its member. */
export class PreviewTokens extends Migration {
  override name = '20261123_preview_tokens';

  override up(): void {
    this.addSql(`create table preview_token (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      item_id uuid references content_item on delete cascade,
      hash text not null unique,
      api_key_id uuid references api_key on delete cascade,
      user_id uuid,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      foreign key (site_id, user_id) references site_member (site_id, user_id) on delete cascade
    )`);
    this.addSql('create index on preview_token (site_id, expires_at)');
    this.addSql('create index on preview_token (expires_at)');
    this.addSql('create index on preview_token (item_id)');
    this.addSql('create index on preview_token (api_key_id)');
    this.addSql('create index on preview_token (site_id, user_id)');
    lockToSite(this, 'preview_token');
  }
}
