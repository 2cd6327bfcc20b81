import { Migration } from '@mikro-orm/migrations';

/** To find what was indexed last. */
export class ProcessedSources extends Migration {
  override name = '20261124_processed_sources';

  override up(): void {
    this.addSql('create index knowledge_source_processed on knowledge_source (site_id, processed_at)');
  }
}
