import type { FastifyReply } from 'fastify';
import type { Database } from '../../database/database.ts';
import { assertPreviewScope } from '../../access/access.ts';
import type { Viewer } from '../../access/viewer.ts';
import { findPreview } from '../../features/content/preview-token.rows.ts';
import { badRequest } from '../../shared/errors.ts';
import { type OpenCredentials, credentialOfPreview, invalidPreview } from './credentials.ts';

const PREVIEW_HEADER = 'X-Svc-Preview';
const TOKEN_HEADER = 'x-svc-preview-token';

interface PreviewParts {
  database: Database;
  open: OpenCredentials;
}

/**
 * The viewer as the request asks for it: with drafts in the place of what is live, or as it is. A token is enough for it.
 * @throws ServiceError 403 without a token if the API key lacks the scope preview, 401 for a token that does not work, 400 for a
 * header that is neither true nor false
 */
export async function previewing(
  viewer: Viewer,
  reply: FastifyReply,
  { database, open }: PreviewParts,
): Promise<Viewer> {
  const { headers } = reply.request;
  const wanted = headers[PREVIEW_HEADER.toLowerCase()];
  const token = headers[TOKEN_HEADER]?.toString();
  if (wanted === 'false' || (wanted === undefined && token === undefined)) return viewer;
  if (wanted !== undefined && wanted !== 'true') {
    throw badRequest(PREVIEW_HEADER, `${PREVIEW_HEADER} must be true or false`);
  }
  if (token === undefined) assertPreviewScope(viewer);
  const preview = token === undefined ? { itemId: null } : await findPreview(database.system, viewer.site.id, token);
  if (!preview) throw invalidPreview();
  if (token !== undefined) open.add(reply, 'preview', credentialOfPreview(viewer.site.id, token), '');
  const { itemId } = preview;
  const seesUnpublished = itemId === null || viewer.entitlement.seesUnpublished;
  return viewer.as({ ...viewer.entitlement, seesUnpublished, preview: { itemId } });
}
