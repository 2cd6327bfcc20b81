import type { Database, ScopeTransaction } from '../../database/database.ts';
import { ServiceError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { derivedSecret } from '../../shared/kept-secret.ts';
import { isSameText } from '../../shared/same-text.ts';
import { type Credentials, checkCredentials, hashPassword, insertPassword, insertUser } from './new-user.ts';

/** Of a user who was signed in by the link and has not yet said who they are. */
const UNNAMED = { name: 'Owner', email: 'owner@localhost' };

/**
 * The first user of an installation, its admin. Nothing is stored for the link: its token is derived from the secret of
 * the installation, so that it is the same after a restart and on every instance, and is valid until a user has a password.
 */
export class FirstUser {
  private readonly database: Database;
  private readonly token: string;
  private readonly isLocal: boolean;

  /** @param isLocal then the link alone signs in */
  constructor(database: Database, secret: string, isLocal: boolean) {
    this.database = database;
    this.token = derivedSecret(secret, 'setup link');
    this.isLocal = isLocal;
  }

  /** Path of the page that creates the first user; null if there is one. */
  async setupPath(): Promise<string | null> {
    const row = await this.database.system.row<{ exists: boolean }>(HAS_USER);
    return row?.exists ? null : `/admin/setup?token=${this.token}`;
  }

  /**
   * Returns the id of the first user. Without credentials, which is enough on a developer's machine, the link stays valid.
   * @throws ServiceError FORBIDDEN for a link that is wrong or was used
   */
  async open(token: string, credentials: Credentials | null): Promise<string> {
    if (!isSameText(token, this.token)) throw usedLink();
    if (credentials) checkCredentials(credentials);
    else if (!this.isLocal) throw new ServiceError('BAD_REQUEST', 'name, email and password are required');
    const hash = credentials && (await hashPassword(credentials.password));
    return this.database.system.write(async (tx) => {
      await tx.lock('first user');
      const state = await tx.row<{ exists: boolean }>(HAS_USER);
      if (state?.exists) throw usedLink();
      const id = await this.unnamed(tx);
      if (credentials && hash !== null) {
        await tx.rows(`update app_user set name = $2, email = lower($3), updated_at = now() where id = $1`, [
          id,
          credentials.name,
          credentials.email,
        ]);
        await insertPassword(tx, id, hash);
      }
      return id;
    });
  }

  private async unnamed(tx: ScopeTransaction): Promise<string> {
    const known = await tx.row<{ id: string }>('select id from app_user order by id limit 1');
    if (known) return known.id;
    const id = await insertUser(tx, { ...UNNAMED, isAdmin: true });
    await tx.rows(OWN_FIRST_SITE, [newId(), id]);
    return id;
  }
}

const HAS_USER = 'select exists (select 1 from user_account) as exists';

const OWN_FIRST_SITE = `insert into site_member (id, site_id, user_id, role, created_at, updated_at)
  select $1, s.id, $2, 'owner', now(), now() from site s order by s.created_at, s.id limit 1`;

function usedLink(): ServiceError {
  return new ServiceError('FORBIDDEN', 'This link is invalid or was already used');
}
