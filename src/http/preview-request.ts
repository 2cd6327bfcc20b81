import type { IncomingHttpHeaders } from 'node:http';
import { assertPreviewScope } from '../features/access/access.ts';
import type { Viewer } from '../features/access/viewer.ts';
import { badRequest } from '../shared/errors.ts';

const PREVIEW_HEADER = 'X-Svc-Preview';

/**
 * The viewer as the request asks for it: with drafts in the place of what is live, or as it is.
 * @throws ServiceError 403 if the API key lacks the scope preview, 400 for a header that is neither true nor false
 */
export function previewing(viewer: Viewer, headers: IncomingHttpHeaders): Viewer {
  const wanted = headers[PREVIEW_HEADER.toLowerCase()];
  if (wanted === undefined || wanted === 'false') return viewer;
  if (wanted !== 'true') throw badRequest(PREVIEW_HEADER, `${PREVIEW_HEADER} must be true or false`);
  assertPreviewScope(viewer);
  return viewer.as({ ...viewer.entitlement, preview: { itemId: null } });
}
