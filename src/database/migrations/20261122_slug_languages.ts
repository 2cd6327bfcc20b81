import { Migration } from '@mikro-orm/migrations';

/** Translations of an item may have the same slug. The language comes last, because items are also read without it. */
export class SlugLanguages extends Migration {
  override name = '20261122_slug_languages';

  override up(): void {
    this.addSql(
      'alter table content_item add constraint content_item_language_slug unique (site_id, type, slug, language)',
    );
    this.addSql('alter table content_item drop constraint content_item_slug');
  }
}
