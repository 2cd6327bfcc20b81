import { createHmac, timingSafeEqual } from 'node:crypto';
import { badRequest } from '../../../shared/errors.ts';
import { NO_ID, isId } from '../../../shared/ids.ts';
import { type Entitlement, accessFilter } from '../../../access/entitlement.ts';

/** Deletions are kept for this time and a day more: transactions that were open when a cursor was issued end by then. */
export const MAX_CURSOR_DAYS = 90;
const SECONDS_OF_DAY = 86_400;
const MAX_LENGTH = 300;

/** The position up to which a caller has read the changes of a site. Numbers of transactions are texts, because they exceed those of JavaScript. */
export interface ChangeCursor {
  /** All changes before it are read, and of its own transaction those of items up to `id`. */
  position: string;
  id: string;
  /** The position at which the reading began: what was deleted before is not in the copy of the caller. */
  start: string;
  /** The time of issue in seconds. */
  issuedAt: number;
}

/** The owner to which a cursor is bound: the feed of one site in one database, and what its caller may see. */
export interface CursorOwner {
  feed: string;
  entitlement: Entitlement;
}

export const FEED_START: Omit<ChangeCursor, 'start' | 'issuedAt'> = { position: '0', id: NO_ID };

export function encodeCursor({ position, id, start, issuedAt }: ChangeCursor, owner: CursorOwner): string {
  const text = Buffer.from(JSON.stringify([position, id, start, issuedAt])).toString('base64url');
  return `${text}.${signature(text, owner)}`;
}

/** Reads a cursor whose signature `assertCursorValid` checks later. @throws ServiceError 400 */
export function decodeCursor(cursor: string): ChangeCursor {
  try {
    if (cursor.length > MAX_LENGTH) throw foreignCursor();
    const [text = ''] = cursor.split('.', 1);
    const [position, id, start, issuedAt] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    if (isTransaction(position) && isTransaction(start) && typeof id === 'string' && isId(id))
      return { position, id, start, issuedAt: Number(issuedAt) };
  } catch {
    // Continues to the error below.
  }
  throw foreignCursor();
}

/** @throws ServiceError 400 for a cursor of another feed or caller, a changed one, and one that is too old */
export function assertCursorValid(cursor: string, owner: CursorOwner, now: number): void {
  const [text = '', signed = ''] = cursor.split('.');
  const [actual, expected] = [Buffer.from(signed), Buffer.from(signature(text, owner))];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw foreignCursor();
  if (now - decodeCursor(cursor).issuedAt > MAX_CURSOR_DAYS * SECONDS_OF_DAY)
    throw badRequest('since', `since is older than ${MAX_CURSOR_DAYS} days: begin again without it`);
}

function signature(text: string, { feed, entitlement }: CursorOwner): string {
  const { levels, subscriptions, unpublished } = accessFilter(entitlement);
  const subscriptionList = typeof subscriptions === 'string' ? subscriptions : subscriptions.toSorted();
  return createHmac('sha256', feed)
    .update(JSON.stringify([text, levels, subscriptionList, unpublished]))
    .digest('base64url')
    .slice(0, 22);
}

/** Returns whether a value is a number of a transaction in PostgreSQL, within its bigint. */
function isTransaction(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,18}$/.test(value);
}

function foreignCursor(): Error {
  return badRequest(
    'since',
    'since must be a cursor of this site, for the same rights of its caller: begin again without it',
  );
}
