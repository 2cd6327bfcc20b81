import { Migration } from '@mikro-orm/migrations';

/** Lists of content by a part of a text, other than the title, are read from an index. */
export class ContentParts extends Migration {
  override name = '20261123_content_parts';

  override up(): void {
    // In one index, as most writes change all of them or none.
    this.addSql(`create index content_item_parts on content_item using gin (site_id, lower(external_id) gin_trgm_ops,
      lower(slug) gin_trgm_ops, lower(author) gin_trgm_ops)`);
    this.addSql(`create index content_field_value_parts on content_field_value using gin (index_id, text_value gin_trgm_ops)
      where type = 'text'`);
  }
}
