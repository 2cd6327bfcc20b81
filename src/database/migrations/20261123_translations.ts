import { Migration } from '@mikro-orm/migrations';
import { updateListView } from './list-view.ts';

/**
 * Translations name the item that they translate. It is kept if that item is deleted, so that the others stay together;
 * therefore it is no foreign key.
 */
export class Translations extends Migration {
  override name = '20261123_translations';

  override up(): void {
    this.addSql('alter table content_item add column translation_of uuid');
    updateListView(this, 'content_item');
    this.addSql(
      `create unique index content_item_translation on content_item (site_id, translation_of, language)
       where translation_of is not null`,
    );
  }
}
