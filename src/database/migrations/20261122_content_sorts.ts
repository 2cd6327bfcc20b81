import { Migration } from '@mikro-orm/migrations';

/** Every order of a list of content has its index: a page is read in order, whatever the number of items. */
export class ContentSorts extends Migration {
  override name = '20261122_content_sorts';

  override up(): void {
    this.addSql('create index on content_item (site_id, title_folded, id)');
    this.addSql('create index on content_item (site_id, sort_order, id)');
  }
}
