import type { Database, ScopeTransaction } from '../../database/database.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { MemberRole } from '../../shared/member-role.ts';
import { SITE_MAXIMA } from '../../shared/site-limits.ts';
import type { Member } from './member.types.ts';
import type { Membership } from './user.types.ts';

const MAX_MEMBERSHIPS = 1_000;
export const MAX_MEMBERS = SITE_MAXIMA.members;

const MEMBERSHIPS = `select m.role, s.id, s.name from site_member m join site s on s.id = m.site_id
  where m.user_id = $1 order by s.name, s.id limit ${MAX_MEMBERSHIPS}`;

/** In the scope of the installation, as that of a site has no users. */
const MEMBERS = `select m.id, u.name, u.email, m.role, m.created_at as "createdAt"
  from site_member m join app_user u on u.id = m.user_id
  where m.site_id = $1 and ($2::uuid is null or m.id = $2) order by lower(u.name), m.id limit ${MAX_MEMBERS}`;

const HAS_OTHER_OWNER = `select exists (
  select 1 from site_member where site_id = $1 and role = 'owner' and id <> $2) as exists`;

/** The members of sites. */
export class MemberService {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  async membershipsOf(userId: string): Promise<Membership[]> {
    const rows = await this.database.system.rows<{ role: MemberRole; id: string; name: string }>(MEMBERSHIPS, [userId]);
    return rows.map(({ role, id, name }) => ({ role, site: { id, name } }));
  }

  list(siteId: string): Promise<Member[]> {
    return this.database.system.rows<Member>(MEMBERS, [siteId, null]);
  }

  async changeRole(siteId: string, id: string, role: MemberRole): Promise<Member> {
    await this.change(siteId, id, async (tx) => {
      if (role !== 'owner') await assertOtherOwner(tx, id);
      return tx.rows(
        'update site_member set role = $3, updated_at = now() where site_id = $1 and id = $2 returning id',
        [siteId, id, role],
      );
    });
    const [member] = await this.database.system.rows<Member>(MEMBERS, [siteId, id]);
    if (!member) throw notFound('Member');
    return member;
  }

  async remove(siteId: string, id: string): Promise<void> {
    await this.change(siteId, id, async (tx) => {
      await assertOtherOwner(tx, id);
      return tx.rows('delete from site_member where site_id = $1 and id = $2 returning id', [siteId, id]);
    });
  }

  /** One after the other within a site, so that two owners cannot remove each other. */
  private async change(siteId: string, id: string, work: (tx: ScopeTransaction) => Promise<object[]>): Promise<void> {
    if (!isId(id)) throw notFound('Member');
    await this.database.forSite(siteId).write(async (tx) => {
      await tx.lock('members');
      if ((await work(tx)).length === 0) throw notFound('Member');
    });
  }
}

async function assertOtherOwner(tx: ScopeTransaction, id: string): Promise<void> {
  const member = await tx.row<{ role: MemberRole }>('select role from site_member where site_id = $1 and id = $2', [
    tx.siteId,
    id,
  ]);
  if (member?.role !== 'owner') return;
  const others = await tx.row<{ exists: boolean }>(HAS_OTHER_OWNER, [tx.siteId, id]);
  if (!others?.exists) throw conflict('The last owner of a site cannot be removed or get another role');
}
