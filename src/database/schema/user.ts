import type { TableSchema } from './sql/table-schema.ts';

/** Users of the installation, how they sign in, and of which sites they are members. */
export const userTables: readonly TableSchema[] = [
  {
    name: 'app_user',
    purpose: 'Users of the installation, who may be members of several sites.',
    columns: `
      id uuid primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null,
      image text,
      is_admin boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null`,
    rows: 'installation',
  },
  {
    name: 'user_session',
    purpose: 'Sessions of users who are signed in.',
    columns: `
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null,
      updated_at timestamptz not null`,
    indexes: [
      'create index on user_session (user_id)',
    ],
    rows: 'installation',
  },
  {
    name: 'user_account',
    purpose: 'How users sign in: passwords as hashes, and accounts of OpenID providers.',
    columns: `
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
      unique (user_id, provider_id, account_id)`,
    rows: 'installation',
  },
  {
    name: 'user_passkey',
    purpose: 'Passkeys of users.',
    columns: `
      id uuid primary key,
      user_id uuid not null references app_user on delete cascade,
      name text not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text[] not null,
      created_at timestamptz not null,
      last_used_at timestamptz`,
    indexes: [
      'create index on user_passkey (user_id)',
    ],
    rows: 'installation',
  },
  {
    name: 'user_verification',
    purpose: 'Pending verifications, such as links for a new password.',
    columns: `
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      updated_at timestamptz not null`,
    indexes: [
      'create index on user_verification (identifier)',
      'create index on user_verification (expires_at)',
    ],
    rows: 'installation',
  },
  {
    name: 'site_member',
    purpose: 'Which users are members of a site, and their roles.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      user_id uuid not null references app_user on delete cascade,
      role text not null check (role in ('owner', 'editor', 'author', 'viewer')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (site_id, user_id)`,
    indexes: [
      'create index on site_member (user_id)',
    ],
    activity: { resource: 'member', title: '(select u.name from app_user u where u.id = r.user_id)' },
  },
  {
    name: 'site_invitation',
    purpose: 'Invitations to sites. Users who sign in with an OpenID provider are looked up among them by their address.',
    columns: `
      id uuid primary key,
      site_id uuid not null references site on delete cascade,
      email text not null,
      role text not null check (role in ('owner', 'editor', 'author', 'viewer')),
      token text not null unique,
      invited_by text,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      unique (site_id, email)`,
    indexes: [
      'create index on site_invitation (email)',
    ],
    activity: {
      resource: 'invitation',
      title: 'r.email',
      ignored: ['expires_at', 'invited_by'],
      // A user who accepts an invitation is not a member of the site yet: the new member is logged.
      conditions: { delete: `r.expires_at > now() and current_setting('lectern.site_id', true) <> '*'` },
    },
  },
];
