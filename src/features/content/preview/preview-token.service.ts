import { randomBytes } from 'node:crypto';
import { changeById } from '../../../database/revision.ts';
import { table } from '../../../database/table.ts';
import { assertBelowLimit } from '../../../database/writes.ts';
import { newId } from '../../../shared/ids.ts';
import { fillPreviewUrl } from '../../site/preview-url.ts';
import { assertPreviewScope } from '../../../access/access.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { SiteEntity } from '../../site/site.entity.ts';
import { findItem } from '../write/find-item.ts';
import { PreviewTokenEntity } from './preview-token.entity.ts';
import { TOKEN_PREFIX, hashToken } from '../preview-token.rows.ts';
import type { PreviewToken } from './preview-token.types.ts';

const MAX_TOKENS = 1_000;

const sites = table(SiteEntity, 's', { only: ['previewUrl'] });
const PREVIEW_URL = sites.select(`where ${sites.c.id} = $1`);

const MEMBER = '(select m.user_id from site_member m where m.site_id = $2 and m.user_id = $6)';
/** An installation admin need not be a member. */
const INSERT = `insert into preview_token (id, site_id, item_id, hash, api_key_id, user_id, maker_id, created_at, expires_at)
  values ($1, $2, $3, $4, $5, ${MEMBER}, $6, now(), $7)`;
const REMOVE = 'delete from preview_token where site_id = $1 and id = $2 returning id';

/**
 * A token that shows unpublished content to callers whose API key does not.
 * @param itemId the item that it shows; null: everything of the site
 * @throws ServiceError 403 without the scope preview; 404 for an unknown item; 400 above the limit
 */
export async function createPreviewToken(
  viewer: Viewer,
  itemId: string | null,
  minutes: number,
): Promise<PreviewToken> {
  assertPreviewScope(viewer);
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  return viewer.unrestricted('write').write(async (tx) => {
    await tx.lock('preview tokens');
    const item = itemId === null ? null : await findItem(tx, itemId, { isLocked: true });
    await assertBelowLimit(tx, PreviewTokenEntity, MAX_TOKENS, 'preview tokens', 'expires_at > now()');
    const created = { id: newId(), itemId: item?.id ?? null, token, expiresAt };
    const [apiKeyId, userId] = viewer.key.role ? [null, viewer.actorId] : [viewer.actorId, null];
    const values = [created.id, tx.siteId, created.itemId, hashToken(token), apiKeyId, userId, expiresAt];
    await tx.rows(INSERT, values);
    const pattern = item && ((await tx.row(PREVIEW_URL, [tx.siteId]))?.previewUrl ?? null);
    return { ...created, url: pattern && fillPreviewUrl(pattern, { ...item, slug: item.slug ?? '', token }) };
  });
}

/** @throws ServiceError 403 without the scope preview; 404 */
export async function revokePreviewToken(viewer: Viewer, id: string): Promise<void> {
  assertPreviewScope(viewer);
  await changeById(viewer.unrestricted('write'), REMOVE, id, 'Preview token');
}
