import { randomBytes } from 'node:crypto';
import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { changeById } from '../../../database/revision.ts';
import type { RateLimiter } from '../../../ports/rate-limiter.ts';
import { Checks } from '../../../shared/checks.ts';
import { EMAIL, canonicalEmail } from '../../../shared/email.ts';
import { ServiceError, conflict, fieldConflict, notFound } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { MemberRole } from '../../../access/member-role.ts';
import type { AccountMails } from '../account/account-mails.ts';
import { MAX_MEMBERS } from './member.service.ts';
import type { Invitation } from '../user.types.ts';
import { hashToken } from '../session-token.ts';

const MAX_OPEN = 100;
const MAILS_PER_HOUR = { points: 50, windowSeconds: 3_600 };

const COLUMNS = `id, email, role, invited_by as "invitedBy", expires_at as "expiresAt", created_at as "createdAt"`;

const LIST = `select ${COLUMNS} from site_invitation where site_id = $1 and expires_at > now()
  order by created_at desc, id limit ${MAX_OPEN}`;

const COUNTS = `select (select count(*) from site_invitation where site_id = $1 and email <> $2)::int as open,
  (select count(*) from site_member where site_id = $1)::int as members`;

const INVITE = `insert into site_invitation (id, site_id, email, role, token, invited_by, expires_at, created_at)
  values ($1, $2, $3, $4, $5, $6, now() + interval '7 days', now())
  on conflict (site_id, email) do update set role = excluded.role, token = excluded.token,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at, created_at = excluded.created_at
  returning ${COLUMNS}`;

const IS_MEMBER = `select exists (select 1 from site_member m join app_user u on u.id = m.user_id
  where m.site_id = $1 and u.email = $2) as exists`;

interface InvitationRequest {
  email: string;
  role: MemberRole;
  /** Email address of the user who invites; null for the admin key. */
  invitedBy: string | null;
}

/** The open invitations of sites. Only hashes of their tokens are stored. */
export class InvitationService {
  private readonly database: Database;
  private readonly limiter: RateLimiter;
  private readonly mails: AccountMails;

  constructor(database: Database, limiter: RateLimiter, mails: AccountMails) {
    this.database = database;
    this.limiter = limiter;
    this.mails = mails;
  }

  list(siteId: string): Promise<Invitation[]> {
    return this.database.forSite(siteId, 'no access level').rows<Invitation>(LIST, [siteId]);
  }

  async invite(
    site: { id: string; name: string },
    { email: given, role, invitedBy }: InvitationRequest,
  ): Promise<Invitation> {
    const email = canonicalEmail(given.trim()) ?? given;
    const checks = new Checks();
    checks.required('email', email);
    checks.format('email', email, EMAIL);
    checks.throwIfInvalid();
    const member = await this.database.system.row<{ exists: boolean }>(IS_MEMBER, [site.id, email]);
    if (member?.exists) throw fieldConflict('email', 'This person is a member already');
    await this.countMail(site.id);
    const token = randomBytes(32).toString('base64url');
    const invitation = await this.database.forSite(site.id, 'no access level').write(async (tx) => {
      await tx.lock('invitations');
      await assertRoom(tx, email);
      return tx.row<Invitation>(INVITE, [newId(), site.id, email, role, hashToken(token), invitedBy]);
    });
    if (!invitation) throw notFound('Site');
    await this.mails.sendInvitation(email, { siteName: site.name, invitedBy, token });
    return invitation;
  }

  async revoke(siteId: string, id: string): Promise<void> {
    const sql = 'delete from site_invitation where site_id = $1 and id = $2 returning id';
    await changeById(this.database.forSite(siteId, 'no access level'), sql, id, 'Invitation');
  }

  private async countMail(siteId: string): Promise<void> {
    const { allowed, resetSeconds } = await this.limiter.consume(`invitations:${siteId}`, MAILS_PER_HOUR);
    if (allowed) return;
    throw new ServiceError('RATE_LIMITED', `Too many invitations: try again in ${resetSeconds} seconds`);
  }
}

async function assertRoom(tx: ScopeTransaction, email: string): Promise<void> {
  await tx.rows('delete from site_invitation where site_id = $1 and expires_at <= now()', [tx.siteId]);
  const counts = await tx.row<{ open: number; members: number }>(COUNTS, [tx.siteId, email]);
  if (!counts) return;
  if (counts.open >= MAX_OPEN) throw conflict(`A site has at most ${MAX_OPEN} open invitations`);
  if (counts.open + counts.members >= MAX_MEMBERS) throw conflict(`A site has at most ${MAX_MEMBERS} members`);
}
