import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { conflict, notFound, orNotFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import type { MemberRole } from '../../../access/member-role.ts';
import { SITE_MAXIMA } from '../../../shared/site-limits.ts';
import type { Member, Membership } from '../user.types.ts';

const MAX_MEMBERSHIPS = 1_000;
export const MAX_MEMBERS = SITE_MAXIMA.members;

const MEMBERSHIPS = `select m.role, json_build_object('id', s.id, 'name', s.name) as site from site_member m join site s on s.id = m.site_id
  where m.user_id = $1 order by s.name, s.id limit ${MAX_MEMBERSHIPS}`;

/** Selects the members of a site. It runs in the scope of the installation, because that of a site has no users. */
const MEMBERS = `select m.id, u.name, u.email, m.role, m.created_at as "createdAt"
  from site_member m join app_user u on u.id = m.user_id
  where m.site_id = $1 and ($2::uuid is null or m.id = $2) order by lower(u.name), m.id limit ${MAX_MEMBERS}`;

const IS_LAST_OWNER = `select from site_member m where m.site_id = $1 and m.id = $2 and m.role = 'owner'
  and not exists (select from site_member o where o.site_id = $1 and o.role = 'owner' and o.id <> $2)`;

/** The members of sites. */
export class MemberService {
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  listMemberships(userId: string): Promise<Membership[]> {
    return this.database.system.rows<Membership>(MEMBERSHIPS, [userId]);
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
    return orNotFound(await this.database.system.row<Member>(MEMBERS, [siteId, id]), 'Member');
  }

  async remove(siteId: string, id: string): Promise<void> {
    await this.change(siteId, id, async (tx) => {
      await assertOtherOwner(tx, id);
      return tx.rows('delete from site_member where site_id = $1 and id = $2 returning id', [siteId, id]);
    });
  }

  /** Changes members one after the other within a site, so that two owners cannot remove each other. */
  private async change(siteId: string, id: string, work: (tx: ScopeTransaction) => Promise<object[]>): Promise<void> {
    if (!isId(id)) throw notFound('Member');
    await this.database.forSite(siteId, 'no access level').write(async (tx) => {
      await tx.lock('members');
      if ((await work(tx)).length === 0) throw notFound('Member');
    });
  }
}

async function assertOtherOwner(tx: ScopeTransaction, id: string): Promise<void> {
  const last = await tx.rows(IS_LAST_OWNER, [tx.siteId, id]);
  if (last.length > 0) throw conflict('The last owner of a site cannot be removed or get another role');
}
