import { Migration } from '@mikro-orm/migrations';

/** Hosts that links and images in answers of the agent may name. */
export class LinkHosts extends Migration {
  override name = '20261122_link_hosts';

  override up(): void {
    this.addSql(`alter table site add column link_hosts text[] not null default '{}'`);
    this.addSql('alter table site alter column link_hosts drop default');
  }
}
