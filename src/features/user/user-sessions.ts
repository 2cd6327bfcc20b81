import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { SessionUser } from '../../api/request-context.ts';
import { isId } from '../../shared/ids.ts';
import type { MemberRole } from '../../access/member-role.ts';
import type { SiteFacts } from '../../access/site-facts.ts';
import { MODEL_VERSION, RERANKER_VERSION, SiteEntity } from '../site/site.entity.ts';
import { hashToken } from './session-token.ts';

export interface FoundSession {
  /** Hash of its token. */
  token: string;
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

const ROLE = `case when u.is_admin then 'owner' else m.role end as role`;

/** The sessions that have not ended, of rows `wanted` with a `token` and a `site_id`. */
const open = (sessions: string) => `from ${sessions}
  join user_session us on us.token = wanted.token and us.expires_at > now()
  join app_user u on u.id = us.user_id
  left join site s on s.id = wanted.site_id
  left join site_member m on m.site_id = s.id and m.user_id = u.id`;

const SESSION = `select u.id, us.id as "sessionId", u.email, u.name, u.is_admin as "isInstallationAdmin", ${ROLE},
    case when s.id is not null then ${SITE} end as site
  ${open('(select $1::text as token, $2::uuid as site_id) wanted')}`;

const ROLES = `select wanted.token, wanted.site_id as "siteId", u.is_admin as "isInstallationAdmin", ${ROLE}
  ${open('unnest($1::text[], $2::uuid[]) as wanted(token, site_id)')}
  where wanted.site_id is null or (s.id is not null and (u.is_admin or m.role is not null))`;

/** The rights of a session on a site, or without one. */
export interface SessionRights {
  isInstallationAdmin: boolean;
  role: MemberRole | null;
}

export interface OpenSession {
  /** Hash of its token. */
  token: string;
  siteId: string | null;
}

/** Reads the rights of the sessions that have not ended and whose users may still act for the site. */
export function readSessionRights(
  { system }: Database,
  sessions: readonly OpenSession[],
): Promise<(OpenSession & SessionRights)[]> {
  return system.rows(ROLES, [sessions.map(({ token }) => token), sessions.map(({ siteId }) => siteId)]);
}

/**
 * Reads the session of a request: not cached, so that a revoked session or a removed member loses access at once. Null for
 * one that does not exist, was revoked or has expired.
 */
export async function findSession(
  { system }: Database,
  token: string,
  siteId: string | null,
): Promise<FoundSession | null> {
  const hash = hashToken(token);
  const row = await system.row<SessionRow>(SESSION, [hash, siteId !== null && isId(siteId) ? siteId : null]);
  if (!row) return null;
  const { role, site, ...user } = row;
  return { token: hash, user, membership: role && site ? { role, site } : null };
}
