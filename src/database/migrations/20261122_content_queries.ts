import { Migration } from '@mikro-orm/migrations';

/** What filters and sorts of content need. */
export class ContentQueries extends Migration {
  override name = '20261122_content_queries';

  override up(): void {
    // A text with an offset is the same moment in every session, whatever its time zone: the function is immutable.
    this.addSql(`create function content_instant(value text) returns timestamptz
      language plpgsql immutable strict as $$
      begin
        if value !~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:?\\d\\d)$' then return null; end if;
        return value::timestamptz;
      exception when others then return null;
      end
    $$`);
    this.addSql('create index on content_item (site_id, updated_at, id)');
  }
}
