import { Migration } from '@mikro-orm/migrations';

/**
 * A site that is deleted is closed first, and its rows are removed in portions later. A closed site is invisible to the
 * service in every scope, as if it were gone, and so are its keys and its members, which are read with it. Only the functions
 * below, which run as the owner of the tables, reach closed sites.
 */
export class ClosedSites extends Migration {
  override name = '20261127_closed_sites';

  override up(): void {
    this.addSql('alter table site add column closed_at timestamptz');
    this.addSql('create policy open_site on site as restrictive using (closed_at is null)');
    // Its other indexes have files that are live.
    this.addSql('create index on asset (site_id)');
    this.addClosing();
    this.addRemoval();
  }

  private addClosing(): void {
    this.addFunction(
      'close_site(of_site uuid) returns void',
      '',
      `update api_key set revoked_at = now() where site_id = of_site and revoked_at is null;
       update site set closed_at = now() where id = of_site;`,
    );
    this.addFunction(
      'closed_sites() returns setof uuid',
      '',
      'return query select id from site where closed_at is not null;',
    );
  }

  /** The log of a site may only be removed with it. True when the site is gone, false if there are more entries. */
  private addRemoval(): void {
    this.addFunction(
      'remove_closed_site(of_site uuid, most integer) returns boolean',
      'declare removed integer;',
      `perform from site where id = of_site and closed_at is not null for update;
       if not found then return not exists (select from site where id = of_site); end if;
       delete from activity where ctid = any (array(select ctid from activity where site_id = of_site limit most));
       get diagnostics removed = row_count;
       if removed = most then return false; end if;
       delete from site where id = of_site;
       return true;`,
    );
  }

  private addFunction(signature: string, declared: string, body: string): void {
    this.addSql(`create function ${signature} language plpgsql
      security definer set search_path = public, pg_temp as $$
      ${declared}
      begin
        ${body}
      end
    $$`);
  }
}
