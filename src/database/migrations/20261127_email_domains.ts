import { domainToASCII } from 'node:url';
import { Migration } from '@mikro-orm/migrations';

interface Row {
  id: string;
  email: string;
}

/** Addresses of users and invitations have their domain in ASCII, as they are looked up. */
export class EmailDomains extends Migration {
  override name = '20261127_email_domains';

  override async up(): Promise<void> {
    await this.convert('app_user', 'true');
    await this.convert('site_invitation', 'other.site_id = changed.site_id');
  }

  /** @param isSame what else rows with the same address have in common; of two, the later keeps its form */
  private async convert(table: string, isSame: string): Promise<void> {
    const rows = (await this.execute(`select id, email from ${table} where email ~ '@.*[^\\x01-\\x7f]'`)) as Row[];
    for (const { id, email } of rows) {
      const at = email.lastIndexOf('@');
      const domain = domainToASCII(email.slice(at + 1));
      if (domain === '') continue;
      const ascii = `${email.slice(0, at)}@${domain}`;
      const isTaken = `select from ${table} other where other.email = ? and ${isSame}`;
      await this.execute(`update ${table} changed set email = ? where id = ? and not exists (${isTaken})`, [
        ascii,
        id,
        ascii,
      ]);
    }
  }
}
