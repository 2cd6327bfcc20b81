import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';

/** Who created a content item: null for those that were created before, when authors could not write. */
export class ContentAuthors extends Migration {
  override name = '20261123_content_authors';

  override up(): void {
    this.addSql('alter table content_item add column created_by text');
    updateListView(this, 'content_item');
    // The name after the id is that of the time of the request: the user may have another one by now.
    this.addSql(`create index content_item_created_by on content_item
      (site_id, split_part(created_by, ' ', 1), updated_at, id) where created_by is not null`);
  }
}
