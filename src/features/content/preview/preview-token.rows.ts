import { createHash } from 'node:crypto';
import type { Scope } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Preview } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ApiKeyEntity } from '../../site/site.entity.ts';
import { PreviewTokenEntity } from './preview-token.entity.ts';

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

/** Of all sites. */
export async function removeExpiredTokens(system: Scope): Promise<void> {
  await system.change('delete from preview_token where expires_at <= now()', []);
}

/** 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
