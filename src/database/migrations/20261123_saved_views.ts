import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Lists of content that a user has saved, for each site. */
export class SavedViews extends Migration {
  override name = '20261123_saved_views';

  override up(): void {
    this.addSql(`create table saved_view (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      created_at timestamptz not null,
      name text not null,
      content_type text,
      status text,
      search text,
      created_by_me boolean not null,
      sort text,
      columns text[] not null,
      unique (site_id, user_id, name)
    )`);
    this.addSql('create index on saved_view (user_id)');
    lockToSite(this, 'saved_view');
  }
}
