import type { SiteRows } from '../../../database/database.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { AUTHOR_RIGHTS, includesRole } from '../../../access/member-role.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { ContentItemEntityRow } from '../content.entity.ts';
import { readSchedules } from '../schedule/schedule.rows.ts';

type OwnershipValues = Partial<Pick<ContentItemEntityRow, 'createdBy' | 'status'>>;

/** Returns whether the viewer writes own drafts only: a member below the role editor. Keys write everything. */
export function isAuthor({ key: { role } }: Viewer): boolean {
  return role !== undefined && !includesRole(role, 'editor');
}

/** Asserts that the viewer may create, change or restore an item. @throws ServiceError 403 */
export function assertOwnDraft(viewer: Viewer, { createdBy, status }: OwnershipValues): void {
  if (!isAuthor(viewer)) return;
  if ((status ?? 'draft') !== 'draft') throw forbidden('Only an editor may publish or archive content');
  if (actorId(createdBy ?? '') !== actorId(viewer.actor)) throw forbidden('You did not create this content');
}

/**
 * Asserts in a transaction that has locked the item that the viewer may change it. A scheduled draft is published without a
 * further check, so an author cannot change it.
 * @param status the status that the item gets; null if it keeps its own
 * @throws ServiceError 403
 */
export async function assertMayChange(
  rows: SiteRows,
  viewer: Viewer,
  item: OwnershipValues & { id: string },
  status: string | null = null,
): Promise<void> {
  if (!isAuthor(viewer)) return;
  assertOwnDraft(viewer, item);
  if (status !== null && status !== 'draft') throw forbidden('Only an editor may publish or archive content');
  if ((await readSchedules(rows, [item.id])).length > 0) throw forbidden('This content is scheduled');
}

export function forbidden(reason: string): ServiceError {
  return new ServiceError('FORBIDDEN', `${reason}. ${AUTHOR_RIGHTS}`);
}

/** The condition that an actor has created the item in a row. */
export function createdBySql(row: string, actor: string): string {
  return `split_part(${row}.created_by, ' ', 1) = ${actor}`;
}

/** Returns the actor without the name, which may change. */
export function actorId(actor: string): string {
  return actor.split(' ', 1)[0] ?? '';
}
