import { Migration } from '@mikro-orm/migrations';
import { IN_INSTALLATION } from './20261123_users.ts';

/** The passkeys of users. */
export class Passkeys extends Migration {
  override name = '20261123_passkeys';

  override up(): void {
    this.addSql(`create table user_passkey (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      name text not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`);
    this.addSql('create index on user_passkey (user_id)');
    this.addSql('alter table user_passkey enable row level security');
    this.addSql(`create policy installation on user_passkey using (${IN_INSTALLATION})`);
  }
}
