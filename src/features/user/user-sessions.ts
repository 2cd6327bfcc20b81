import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { SessionUser } from '../../graphql/context.ts';
import { isId } from '../../shared/ids.ts';
import type { MemberRole } from '../../shared/member-role.ts';
import type { SiteFacts } from '../access/viewer.ts';
import { MODEL_VERSION, RERANKER_VERSION, SiteEntity } from '../site/site.entity.ts';
import { hashToken } from './session-token.ts';

export interface FoundSession {
  user: SessionUser;
  /** The site that was asked for, if the user may act for it. */
  membership: { site: SiteFacts; role: MemberRole } | null;
}

interface SessionRow extends SessionUser {
  role: MemberRole | null;
  site: SiteFacts | null;
}

const s = table(SiteEntity, 's').c;
const SITE = `json_build_object('id', ${s.id}, 'name', ${s.name}, 'plan', ${s.plan},
  'trustCallerUser', ${s.trustCallerUser}, 'subscriptions', ${s.subscriptions}, 'linkHosts', ${s.linkHosts},
  'modelVersion', ${MODEL_VERSION}, 'rerankerVersion', ${RERANKER_VERSION})`;

const SESSION = `select u.id, us.id as "sessionId", u.email, u.name, u.is_admin as "isInstallationAdmin",
    case when u.is_admin then 'owner' else m.role end as role,
    case when s.id is not null then ${SITE} end as site
  from user_session us
  join app_user u on u.id = us.user_id
  left join site s on s.id = $2
  left join site_member m on m.site_id = s.id and m.user_id = u.id
  where us.token = $1 and us.expires_at > now()`;

/**
 * Reads the session of a request: not cached, so that a revoked session or a removed member loses access at once. Null for
 * one that does not exist, was revoked or has expired.
 */
export async function findSession(
  { system }: Database,
  token: string,
  siteId: string | null,
): Promise<FoundSession | null> {
  const row = await system.row<SessionRow>(SESSION, [
    hashToken(token),
    siteId !== null && isId(siteId) ? siteId : null,
  ]);
  if (!row) return null;
  const { role, site, ...user } = row;
  return { user, membership: role && site ? { role, site } : null };
}
