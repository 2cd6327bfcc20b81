import { Migration } from '@mikro-orm/migrations';

/** Who signs in with an OpenID provider is looked up among the invited. */
export class InvitationEmail extends Migration {
  override name = '20261123_invitation_email';

  override up(): void {
    this.addSql('create index on site_invitation (email)');
  }
}
