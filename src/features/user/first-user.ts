import type { Database, ScopeTransaction } from '../../database/database.ts';
import { onDuplicate } from '../../database/writes.ts';
import { canonicalEmail } from '../../shared/email.ts';
import { ServiceError, fieldConflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { derivedSecret } from '../../shared/stored-secret.ts';
import { isSameText } from '../../shared/same-text.ts';
import { type Credentials, checkCredentials, hashPassword, insertPassword, insertUser } from './new-user.ts';

/** The name and address of a user who was signed in by the link and has not entered their own. No person has this address. */
const DEFAULT_OWNER = { name: 'Owner', email: 'owner@localhost' };

interface FirstUserOptions {
  /** The secret of the installation. */
  secret: string;
  /** Tells whether the link alone signs in. */
  isLocal: boolean;
  /** Tells whether users sign in with an OpenID provider. */
  hasSso: boolean;
}

/**
 * The first installation admin, and another one once none can sign in any more. The link always makes a user of its own, never
 * an existing one an admin. Nothing is stored for it: its token is derived from the secret
 * of the installation and the latest admin, so that it is the same after a restart and on every instance, and no link that was
 * used is valid again.
 */
export class FirstUser {
  private readonly database: Database;
  private readonly options: FirstUserOptions;

  constructor(database: Database, options: FirstUserOptions) {
    this.database = database;
    this.options = options;
  }

  /** Path of the page that creates the admin; null if one can sign in. */
  async setupPath(): Promise<string | null> {
    const token = await this.currentToken(this.database.system);
    return token === null ? null : `/admin/setup?token=${token}`;
  }

  /**
   * Returns the id of the admin. Without credentials, which is enough on a developer's machine, the link stays valid; with
   * them, all sessions end that were begun by it.
   * @throws ServiceError FORBIDDEN for a link that is wrong or was used, CONFLICT if the address has a user
   */
  async open(token: string, credentials: Credentials | null): Promise<string> {
    await this.assertCurrent(token, this.database.system);
    if (credentials) checkCredentials(credentials);
    else if (!this.options.isLocal) throw new ServiceError('BAD_REQUEST', 'name, email and password are required');
    const hash = credentials && (await hashPassword(credentials.password));
    const write = this.database.system.write(async (tx) => {
      await tx.lock('first user');
      await this.assertCurrent(token, tx);
      const id = await unnamedAdmin(tx);
      if (credentials && hash !== null) await setCredentials(tx, id, credentials, hash);
      return id;
    });
    return onDuplicate(
      () => write,
      () => fieldConflict('email', 'This address has an account already: choose another one'),
    );
  }

  private async assertCurrent(token: string, rows: Pick<ScopeTransaction, 'row'>): Promise<void> {
    const current = await this.currentToken(rows);
    if (current !== null && isSameText(token, current)) return;
    throw new ServiceError('FORBIDDEN', 'This link is invalid or was already used');
  }

  private async currentToken(rows: Pick<ScopeTransaction, 'row'>): Promise<string | null> {
    const { secret, hasSso } = this.options;
    const state = await rows.row<{ canSignIn: boolean; latest: string | null }>(ADMINS, [DEFAULT_OWNER.email, hasSso]);
    return state?.canSignIn ? null : derivedSecret(secret, `setup link ${state?.latest ?? ''}`.trim());
  }
}

/** Selects whether an admin can sign in. With an OpenID provider, each admin with an address of their own can. */
const ADMINS = `select coalesce(bool_or(
    ($2 and u.email <> $1)
    or exists (select from user_account a where a.user_id = u.id and a.password is not null)
    or exists (select from user_passkey p where p.user_id = u.id)), false) as "canSignIn",
  max(u.id::text) filter (where u.email <> $1) as latest
  from app_user u where u.is_admin`;

async function unnamedAdmin(tx: ScopeTransaction): Promise<string> {
  const user = await tx.row<{ id: string }>('select id from app_user where email = $1 and is_admin', [
    DEFAULT_OWNER.email,
  ]);
  if (user) return user.id;
  const id = await insertUser(tx, { ...DEFAULT_OWNER, isAdmin: true });
  await tx.rows(OWN_FIRST_SITE, [newId(), id]);
  return id;
}

async function setCredentials(tx: ScopeTransaction, id: string, { name, email }: Credentials, hash: string) {
  await tx.rows('update app_user set name = $2, email = $3, updated_at = now() where id = $1', [
    id,
    name,
    canonicalEmail(email),
  ]);
  await insertPassword(tx, id, hash);
  await tx.rows('delete from user_session where user_id = $1', [id]);
}

const OWN_FIRST_SITE = `insert into site_member (id, site_id, user_id, role, created_at, updated_at)
  select $1, s.id, $2, 'owner', now(), now() from site s order by s.created_at, s.id limit 1`;
