import { createHash } from 'node:crypto';
import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Preview } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ApiKeyEntity, SiteEntity } from '../../site/site.entity.ts';
import { PreviewTokenEntity } from './preview-token.entity.ts';
import type { PreviewToken } from './preview-token.types.ts';

/** Prefix of every preview token; 43 random URL-safe characters follow. */
export const TOKEN_PREFIX = 'svc_preview_';
const TOKEN = /^svc_preview_[A-Za-z0-9_-]{43}$/;

const tokens = table(PreviewTokenEntity, 't', { only: ['itemId'] });
const { c } = tokens;
const keys = table(ApiKeyEntity, 'k');
const FIND = tokens.select(`left join ${keys.name} on ${keys.c.id} = ${c.apiKeyId}
  where ${c.siteId} = $1 and ${c.hash} = $2 and ${c.expiresAt} > now()
    and (${c.apiKeyId} is null or (${keys.c.revokedAt} is null and 'preview' = any(${keys.c.scopes})
      and (${keys.c.expiresAt} is null or ${keys.c.expiresAt} > now())))`);

/** What a token shows; null for one that is unknown, of another site, expired or revoked. */
export function findPreview(viewer: Viewer, token: string): Promise<Preview | null> | null {
  return TOKEN.test(token) ? viewer.scope.row(FIND, [viewer.site.id, hashToken(token)]) : null;
}

const sites = table(SiteEntity, 's', { only: ['previewUrl'] });
const PREVIEW_URL = sites.select(`where ${sites.c.id} = $1`);

const MEMBER = '(select m.user_id from site_member m where m.site_id = $2 and m.user_id = $6)';
/** An installation admin need not be a member: that token only ends by its time. */
const INSERT = `insert into preview_token (id, site_id, item_id, hash, api_key_id, user_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, ${MEMBER}, now(), $7)`;

export async function insertToken(
  tx: ScopeTransaction,
  { key }: Viewer,
  { id, itemId, token, expiresAt }: Omit<PreviewToken, 'url'>,
): Promise<void> {
  const [apiKeyId, userId] = key.role ? [null, key.id] : [key.id, null];
  await tx.rows(INSERT, [id, tx.siteId, itemId, hashToken(token), apiKeyId, userId, expiresAt]);
}

/** Null if the site has none. */
export async function readPreviewUrl(tx: ScopeTransaction): Promise<string | null> {
  const site = await tx.row(PREVIEW_URL, [tx.siteId]);
  return site?.previewUrl ?? null;
}

/** False if the site has none with this id. */
export async function removeToken(scope: Scope, id: string): Promise<boolean> {
  const removed = await scope.change('delete from preview_token where site_id = $1 and id = $2 returning id', [
    scope.siteId,
    id,
  ]);
  return removed.length > 0;
}

/** Of all sites. */
export async function removeExpiredTokens(system: Scope): Promise<void> {
  await system.change('delete from preview_token where expires_at <= now()', []);
}

/** 256 random bits need no salt and no slow hash. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
