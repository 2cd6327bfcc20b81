import type { Database } from '../../../database/database.ts';
import { notFound } from '../../../shared/errors.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../../database/pagination.ts';
import { isStorableText } from '../../../shared/storable.ts';
import type { SiteService } from '../../site/site.service.ts';
import {
  LAST_TURNS,
  SESSION_BY_KEY,
  session,
  sessions,
  sessionConditions,
  toTranscriptTurn,
} from './conversation-list.rows.ts';
import { ChatSessionFilter, type ChatSessionSummary, type ChatTranscript } from './conversation-list.types.ts';

export const CONVERSATION_PAGES = { default: 50, max: 100 };

const LATEST_FIRST: Sort = { expression: session.updatedAt, direction: 'desc', type: 'timestamptz', nullable: false };

export interface ConversationDependencies {
  database: Database;
  sites: SiteService;
}

/** The conversations of a site, for admins. */
export async function listConversations(
  { database, sites }: ConversationDependencies,
  siteId: string,
  filter: ChatSessionFilter,
  page: PageRequest,
): Promise<Page<ChatSessionSummary>> {
  const where = sessionConditions(siteId, filter);
  await sites.get(siteId);
  return readPage(database.forSite(siteId, 'admin'), page, {
    table: sessions,
    where,
    sort: LATEST_FIRST,
    sizes: CONVERSATION_PAGES,
    toItem: (row) => row,
    sortValue: ({ updatedAt }) => updatedAt,
  });
}

const DELETE = 'delete from chat_session where site_id = $1 and key = $2 returning id';

/** Deletes a conversation with all its turns, permanently. @throws ServiceError 404 */
export async function deleteConversation({ database }: ConversationDependencies, siteId: string, sessionId: string) {
  const deleted = isStorableText(sessionId)
    ? await database.forSite(siteId, 'admin').change(DELETE, [siteId, sessionId])
    : [];
  if (deleted.length === 0) throw notFound('Session');
}

/** @throws ServiceError 404 */
export async function readTranscript(
  { database, sites }: ConversationDependencies,
  siteId: string,
  sessionId: string,
): Promise<ChatTranscript> {
  await sites.get(siteId);
  const scope = database.forSite(siteId, 'admin');
  const session = isStorableText(sessionId) ? await scope.row(SESSION_BY_KEY, [siteId, sessionId]) : null;
  if (!session) throw notFound('Session');
  const turns = await scope.rows(LAST_TURNS, [session.id]);
  return { session: session, turns: turns.toReversed().map((turn) => toTranscriptTurn(turn, sessionId)) };
}
