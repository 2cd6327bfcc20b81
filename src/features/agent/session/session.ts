import { table } from '../../../database/table.ts';
import { notFound } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ChatSessionEntity } from '../agent.entity.ts';

/** A chat session. Callers identify it by its key. */
export interface Session {
  id: string;
  key: string;
  /** It has no row yet: the first turn creates it. */
  isNew: boolean;
}

const sessions = table(ChatSessionEntity, 's', { only: ['id', 'key', 'userId'] });
const SESSION_BY_KEY = sessions.select(`where ${sessions.c.siteId} = $1 and ${sessions.c.key} = $2`);

/**
 * The session of a key. A session with a turn of an authenticated user belongs to that user; for others it does not
 * exist.
 */
export async function findSession(viewer: Viewer, key: string | null | undefined): Promise<Session> {
  if (!key) return { id: newId(), key: newId(), isNew: true };
  const row = await viewer.scope.row(SESSION_BY_KEY, [viewer.site.id, key]);
  if (!row) return { id: newId(), key, isNew: true };
  if (row.userId !== null && row.userId !== viewer.user?.uid) throw notFound('Session');
  return { id: row.id, key: row.key, isNew: false };
}
