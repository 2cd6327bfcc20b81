import { Migration } from '@mikro-orm/migrations';

/** Lists of content by tag and by category. */
export class ContentLabels extends Migration {
  override name = '20261122_content_labels';

  override up(): void {
    this.addSql('create index on content_item using gin (tags)');
    this.addSql('create index on content_item using gin (categories)');
  }
}
