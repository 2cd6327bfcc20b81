import { Migration } from '@mikro-orm/migrations';
import { lockToSite } from './lock-to-site.ts';

/** Users of the installation with their sessions and passwords, and the members of each site. */
export class Users extends Migration {
  override name = '20261123_users';

  override up(): void {
    this.addUsers();
    this.addMembers();
  }

  private addUsers(): void {
    this.addSql(`create table app_user (
      id uuid primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null,
      image text,
      is_admin boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql(`create table user_session (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on user_session (user_id)');
    this.addSql(`create table user_account (
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      account_id text not null,
      provider_id text not null,
      access_token text,
      refresh_token text,
      id_token text,
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (user_id, provider_id, account_id)
    )`);
    this.addSql(`create table user_verification (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    this.addSql('create index on user_verification (identifier)');
    this.addSql('create index on user_verification (expires_at)');
    for (const table of ['app_user', 'user_session', 'user_account', 'user_verification']) {
      this.addSql(`alter table ${table} enable row level security`);
      this.addSql(`create policy installation on ${table} using (${IN_INSTALLATION})`);
    }
  }

  private addMembers(): void {
    this.addSql(`create table site_member (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      role text not null check (role in ('owner', 'editor', 'author', 'viewer')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (site_id, user_id)
    )`);
    this.addSql('create index on site_member (user_id)');
    this.addSql(`create table site_invitation (
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'author', 'viewer')),
      token text not null unique,
      invited_by text,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      unique (site_id, email)
    )`);
    lockToSite(this, 'site_member');
    lockToSite(this, 'site_invitation');
  }
}

/** Users belong to the installation: the scope of a site has none of these rows. */
export const IN_INSTALLATION = `(select current_setting('lectern.site_id', true) = '*')`;
