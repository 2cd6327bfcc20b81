import { createHash } from 'node:crypto';
import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Preview } from '../../access/entitlement.ts';
import { MEMBER_ROLES, includesRole } from '../../access/member-role.ts';
import { ApiKeyEntity } from '../site/site.entity.ts';
import { PreviewTokenEntity } from './preview/preview-token.entity.ts';

/** Prefix of every preview token; 43 random URL-safe characters follow. */
export const TOKEN_PREFIX = 'svc_preview_';
const TOKEN = /^svc_preview_[A-Za-z0-9_-]{43}$/;

const tokens = table(PreviewTokenEntity, 't', { only: ['siteId', 'hash', 'itemId'] });
const { c } = tokens;
const keys = table(ApiKeyEntity, 'k');
/** The roles that may write content, as `createPreviewToken` requires. */
const MAKERS = MEMBER_ROLES.filter((role) => includesRole(role, 'editor')).map((role) => `'${role}'`);
/** Finds tokens of the hashes $1 whose makers may still make them. Tokens from before the column of the maker have a member only. */
const FIND_BY_HASHES = tokens.select(`left join ${keys.name} on ${keys.c.id} = ${c.apiKeyId}
  left join app_user u on u.id = coalesce(${c.makerId}, ${c.userId})
  left join site_member m on m.user_id = u.id and m.site_id = ${c.siteId}
  where ${c.hash} = any($1::text[]) and ${c.expiresAt} > now()
    and (${c.apiKeyId} is null or (${keys.c.revokedAt} is null and ${keys.c.scopes} @> '{write,preview}'
      and (${keys.c.expiresAt} is null or ${keys.c.expiresAt} > now())))
    and (u.id is null or u.is_admin or m.role in (${MAKERS.join(', ')}))`);

/** Finds the tokens of all sites that are valid now, by their hashes. */
export function findPreviews(system: Scope, hashes: readonly string[]) {
  return system.rows(FIND_BY_HASHES, [hashes]);
}

/** Returns what a token shows; null for one that is unknown, of another site, expired or revoked, or whose maker may not make it any more. */
export async function findPreview(system: Scope, siteId: string, token: string): Promise<Preview | null> {
  const [found] = TOKEN.test(token) ? await findPreviews(system, [hashToken(token)]) : [];
  return found?.siteId === siteId ? { itemId: found.itemId } : null;
}

/** Removes the expired tokens of all sites. */
export async function removeExpiredTokens(system: Scope): Promise<void> {
  await system.change('delete from preview_token where expires_at <= now()', []);
}

/** Hashes a token. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
