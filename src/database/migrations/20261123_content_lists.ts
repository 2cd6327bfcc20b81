import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';

/** Lists of content by any common filter are read from an index, whatever other sites have. */
export class ContentLists extends Migration {
  override name = '20261123_content_lists';

  override up(): void {
    updateListView(this, 'content_item');
    this.addSql('create extension if not exists btree_gin');
    for (const column of ['tags', 'categories', 'title_folded gin_trgm_ops']) {
      this.addSql(`create index on content_item using gin (site_id, ${column})`);
    }
    // Those over all sites, which no statement has used.
    for (const column of ['tags', 'categories', 'title_folded']) {
      this.addSql(`drop index content_item_${column}_idx`);
    }
    for (const column of ['language', 'author']) {
      this.addSql(`create index on content_item (site_id, ${column}, published_at desc nulls last, id desc)`);
    }
    // Backwards, the one for the newest first has missing dates first.
    this.addSql('create index on content_item (site_id, published_at, id)');
    // The slug before the type, because items are also read without their type.
    this.addSql('alter table content_item add constraint content_item_slug unique (site_id, slug, type, language)');
    this.addSql('alter table content_item drop constraint content_item_language_slug');
  }
}
