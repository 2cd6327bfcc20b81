import { randomBytes } from 'node:crypto';
import { assertBelowLimit } from '../../../database/writes.ts';
import { notFound } from '../../../shared/errors.ts';
import { isId, newId } from '../../../shared/ids.ts';
import { fillPreviewUrl } from '../../../shared/preview-url.ts';
import { assertPreviewScope } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import { findItem } from '../content.written.ts';
import { PreviewTokenEntity } from './preview-token.entity.ts';
import { TOKEN_PREFIX, insertToken, readPreviewUrl, removeToken } from './preview-token.rows.ts';
import type { PreviewToken } from './preview-token.types.ts';

const MAX_TOKENS = 1_000;

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
  return viewer.unrestrictedScope.write(async (tx) => {
    await tx.lock('preview tokens');
    const item = itemId === null ? null : await findItem(tx, itemId, { isLocked: true });
    await assertBelowLimit(tx, PreviewTokenEntity, MAX_TOKENS, 'preview tokens', 'expires_at > now()');
    const created = { id: newId(), itemId: item?.id ?? null, token, expiresAt };
    await insertToken(tx, viewer, created);
    const pattern = item && (await readPreviewUrl(tx));
    return { ...created, url: pattern && fillPreviewUrl(pattern, { ...item, slug: item.slug ?? '', token }) };
  });
}

/** @throws ServiceError 403 without the scope preview; 404 */
export async function revokePreviewToken(viewer: Viewer, id: string): Promise<void> {
  assertPreviewScope(viewer);
  if (!isId(id) || !(await removeToken(viewer.unrestrictedScope, id))) throw notFound('Preview token');
}
