import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { setActor } from '../../../database/writes.ts';
import { ServiceError, conflict } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { MemberRole } from '../../../access/member-role.ts';
import { checkCredentials, hashPassword, insertPassword, insertUser } from '../new-user.ts';
import { hashToken } from '../session-token.ts';

/** The condition that the invitation in the row `i` has not expired, and that its maker may still invite. */
const IS_OPEN = `i.expires_at > now() and (i.invited_by is null or exists (
  select from app_user inviter left join site_member m on m.user_id = inviter.id and m.site_id = i.site_id
  where inviter.email = i.invited_by and (inviter.is_admin or m.role = 'owner')))`;

const FIND = `select i.email, u.id as "userId", u.name as "userName" from site_invitation i left join app_user u on u.email = i.email
  where i.token = $1 and ${IS_OPEN}`;

const OPEN = `select i.id from site_invitation i where i.email = $1 and ${IS_OPEN} for update`;

const USER = 'select id from app_user where email = $1';

/** Removes and returns invitations. Of several concurrent calls, one gets the rows. */
const use = (column: 'token' | 'email') => `delete from site_invitation i where i.${column} = $1 and ${IS_OPEN}
  returning i.site_id as "siteId", i.role`;
const USE_BY_TOKEN = use('token');
const USE_BY_EMAIL = use('email');

const JOIN = `insert into site_member (id, site_id, user_id, role, created_at, updated_at)
  select n.id, n.site_id, $1, n.role, now(), now()
  from unnest($2::uuid[], $3::uuid[], $4::text[]) as n (id, site_id, role) on conflict (site_id, user_id) do nothing`;

interface Acceptance {
  token: string;
  /** The name of a new user. */
  name: string;
  password: string;
  /** The user of the session of the request. */
  signedInAs: string | null;
}

/**
 * Makes the reader of an invitation a member. Returns the id of the user, who is new unless `signedInAs` is given.
 * @throws ServiceError FORBIDDEN for a link that is wrong, used, revoked, expired or of an inviter who may not invite any more; UNAUTHENTICATED if its address has an
 * account that is not signed in: the link alone does not open an account; CONFLICT if another account is signed in and this one
 * would be new
 */
export async function acceptInvitation(
  { system }: Database,
  { token, name, password, signedInAs }: Acceptance,
): Promise<string> {
  const hash = hashToken(token);
  const invitation = await system.row<{ email: string; userId: string | null; userName: string | null }>(FIND, [hash]);
  if (!invitation) throw usedLink();
  const { email, userId, userName } = invitation;
  if (userId !== null) {
    if (userId !== signedInAs) throw new ServiceError('UNAUTHENTICATED', `Sign in as ${email} to accept`);
    return system.write((tx) => join(tx, USE_BY_TOKEN, hash, { id: userId, name: userName ?? '' }));
  }
  // Their browser would change to the new account, unnoticed.
  if (signedInAs !== null) throw conflict(`You are signed in as another user: sign out to accept for ${email}`);
  checkCredentials({ name, email, password });
  const secret = await hashPassword(password);
  return system.write(async (tx) => {
    const id = newId();
    await join(tx, USE_BY_TOKEN, hash, { id, name }, async () => {
      await insertUser(tx, { id, name, email, isVerified: true });
      await insertPassword(tx, id, secret);
    });
    return id;
  });
}

/**
 * The id of a new user with all open invitations of an address that was verified otherwise; null if there is none, or the
 * address has a user.
 */
export async function acceptAll({ system }: Database, email: string, name: string): Promise<string | null> {
  return system.write(async (tx) => {
    if ((await tx.rows(OPEN, [email])).length === 0) return null;
    // By an invitation to another site, accepted while this one waited for the rows.
    if ((await tx.rows(USER, [email])).length > 0) return null;
    return join(tx, USE_BY_EMAIL, email, { id: await insertUser(tx, { name, email, isVerified: true }), name });
  });
}

/** @param addUser is called once the invitation is used up, so that of several at once one adds a user */
async function join(
  tx: ScopeTransaction,
  sql: string,
  value: string,
  { id, name }: { id: string; name: string },
  addUser: () => Promise<void> = async () => {},
): Promise<string> {
  // The user may not have existed when the request was authenticated.
  await setActor(tx, `member:${id} ${name}`);
  const invitations = await tx.rows<{ siteId: string; role: MemberRole }>(sql, [value]);
  if (invitations.length === 0) throw usedLink();
  await addUser();
  const ids = invitations.map(() => newId());
  await tx.rows(JOIN, [id, ids, invitations.map(({ siteId }) => siteId), invitations.map(({ role }) => role)]);
  return id;
}

function usedLink(): ServiceError {
  return new ServiceError('FORBIDDEN', 'This link is invalid, has expired or was already used');
}
