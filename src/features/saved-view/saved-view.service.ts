import { table } from '../../database/table.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { onDuplicate } from '../../database/writes.ts';
import { checkInput } from '../../api/input-bounds.ts';
import { ServiceError, badRequest, fieldConflict, notFound, orNotFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { patch, withDefaults } from '../../shared/patch.ts';
import type { Viewer } from '../../access/viewer.ts';
import { SAVED_VIEW_DEFAULTS, SavedViewEntity } from './saved-view.entity.ts';
import { CreateSavedViewInput, type SavedView, UpdateSavedViewInput } from './saved-view.types.ts';

const RESOURCE = 'Saved view';
const MAX_VIEWS = 50;

const views = table(SavedViewEntity, 'v', { omit: ['siteId', 'userId'] });
const { c } = table(SavedViewEntity, 'v');
const USER_CONDITION = `where ${c.siteId} = $1 and ${c.userId} = $2`;
const ALL = views.select(`${USER_CONDITION} order by lower(${c.name}), ${c.id} limit ${MAX_VIEWS}`);
const FIND_BY_ID = views.select(`${USER_CONDITION} and ${c.id} = $3`);
const REMOVE = 'delete from saved_view where site_id = $1 and user_id = $2 and id = $3 returning id';

/** The saved views of the signed-in user on the site of the request, by name; others neither see nor change them. None without a session. */
export async function listViews(viewer: Viewer): Promise<SavedView[]> {
  return viewer.key.role ? viewer.scope.rows(ALL, [viewer.site.id, viewer.actorId]) : [];
}

export async function createView(viewer: Viewer, input: CreateSavedViewInput): Promise<SavedView> {
  if (!viewer.key.role) throw new ServiceError('FORBIDDEN', 'Only a user who has signed in has saved views');
  const userId = viewer.actorId;
  checkInput(CreateSavedViewInput, input).throwIfInvalid();
  const id = newId();
  await write(viewer, async (tx) => {
    await tx.lock(`saved views ${userId}`);
    const others = await tx.rows(ALL, [tx.siteId, userId]);
    if (others.length >= MAX_VIEWS) throw badRequest('name', `A user has at most ${MAX_VIEWS} saved views of a site`);
    const { name, ...values } = input;
    tx.em.create(SavedViewEntity, {
      ...withDefaults(SAVED_VIEW_DEFAULTS, values),
      id,
      siteId: tx.siteId,
      userId,
      name: name.trim(),
    });
  });
  return getView(viewer, id);
}

/** @throws ServiceError 404, also for the view of another user; 409 */
export async function updateView(viewer: Viewer, id: string, input: UpdateSavedViewInput): Promise<SavedView> {
  const userId = requireOwner(viewer, id);
  checkInput(UpdateSavedViewInput, input).throwIfInvalid();
  await write(viewer, async (tx) => {
    const view = orNotFound(await tx.em.findOne(SavedViewEntity, { id, userId }), RESOURCE);
    const { name, ...values } = input;
    Object.assign(view, patch(view, values, SAVED_VIEW_DEFAULTS));
    if (name != null) view.name = name.trim();
  });
  return getView(viewer, id);
}

/** @throws ServiceError 404, also for the view of another user */
export async function deleteView(viewer: Viewer, id: string): Promise<void> {
  const [removed] = await viewer.scope.change(REMOVE, [viewer.site.id, requireOwner(viewer, id), id]);
  orNotFound(removed, RESOURCE);
}

async function getView(viewer: Viewer, id: string): Promise<SavedView> {
  return orNotFound(await viewer.scope.row(FIND_BY_ID, [viewer.site.id, viewer.actorId, id]), RESOURCE);
}

function write(viewer: Viewer, work: (tx: ScopeTransaction) => Promise<void>): Promise<void> {
  const nameTaken = () => fieldConflict('name', 'A saved view with this name already exists');
  return onDuplicate(() => viewer.scope.write(work), nameTaken);
}

/** The key of a member is the user. API keys have no views. */
function requireOwner(viewer: Viewer, id: string): string {
  if (!viewer.key.role || !isId(id)) throw notFound(RESOURCE);
  return viewer.actorId;
}
