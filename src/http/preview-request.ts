import type { IncomingHttpHeaders } from 'node:http';
import { assertPreviewScope } from '../features/access/access.ts';
import type { Viewer } from '../features/access/viewer.ts';
import { findPreview } from '../features/content/preview/preview-token.rows.ts';
import { ServiceError, badRequest } from '../shared/errors.ts';

const PREVIEW_HEADER = 'X-Svc-Preview';
const TOKEN_HEADER = 'x-svc-preview-token';

/**
 * The viewer as the request asks for it: with drafts in the place of what is live, or as it is. A token is enough for it.
 * @throws ServiceError 403 without a token if the API key lacks the scope preview, 401 for a token that does not work, 400 for a
 * header that is neither true nor false
 */
export async function previewing(viewer: Viewer, headers: IncomingHttpHeaders): Promise<Viewer> {
  const wanted = headers[PREVIEW_HEADER.toLowerCase()];
  const token = headers[TOKEN_HEADER]?.toString();
  if (wanted === 'false' || (wanted === undefined && token === undefined)) return viewer;
  if (wanted !== undefined && wanted !== 'true') {
    throw badRequest(PREVIEW_HEADER, `${PREVIEW_HEADER} must be true or false`);
  }
  if (token === undefined) assertPreviewScope(viewer);
  const preview = token === undefined ? { itemId: null } : await findPreview(viewer, token);
  if (!preview) throw new ServiceError('UNAUTHENTICATED', 'Preview token is invalid or has expired');
  const { itemId } = preview;
  const seesUnpublished = itemId === null || viewer.entitlement.seesUnpublished;
  return viewer.as({ ...viewer.entitlement, seesUnpublished, preview: { itemId } });
}
