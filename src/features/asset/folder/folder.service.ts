import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { type ExpectedRevision, deleteById, findForUpdate } from '../../../database/revision.ts';
import { Where } from '../../../database/where.ts';
import { assertBelowLimit, onDuplicate } from '../../../database/writes.ts';
import { badRequest, fieldConflict, orNotFound } from '../../../shared/errors.ts';
import { isId, newId } from '../../../shared/ids.ts';
import { patch, withDefaults } from '../../../shared/patch.ts';
import { SITE_MAXIMA } from '../../../shared/site-limits.ts';
import { readGranted } from '../../../access/read-granted.ts';
import { accessFilter } from '../../../access/entitlement.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { UploadIndexing } from '../upload-indexing.ts';
import { AssetFolderEntity, type AssetFolderRow, FOLDER_DEFAULTS } from '../asset.entity.ts';
import { SET_FOLDER_LEVEL } from '../asset.rows.ts';
import { FOLDER_ORDER, folders } from './folder.rows.ts';
import { withTrees } from './folder-tree.ts';
import {
  type AssetFolder,
  type AssetFolderFilter,
  CreateAssetFolderInput,
  UpdateAssetFolderInput,
} from './folder.types.ts';

/** Paths are short enough to be part of an object key. */
const MAX_DEPTH = 7;
const MAX_FOLDERS = SITE_MAXIMA.assetFolders;

const { c } = folders;

/** The lock of a site's folders: of two moves at once, each would see the tree without the other, and together they could make a cycle. */
const FOLDERS = 'asset_folder';

/** The folders of a site. Paths depend on slugs and parents, so all changes of one site's folders are sequential. */
export class FolderService {
  private readonly indexing: UploadIndexing;

  constructor(indexing: UploadIndexing) {
    this.indexing = indexing;
  }

  /**
   * All matching folders that the viewer can read; with `tree`, the topmost ones with their subfolders, limited to the
   * requested status.
   */
  async list(viewer: Viewer, filter: AssetFolderFilter, tree: boolean): Promise<AssetFolder[]> {
    const parentId = filter.parentId ?? (tree && !filter.path ? 'null' : null);
    const roots = await this.read(viewer, { ...filter, parentId });
    return tree ? withTrees(roots, await this.read(viewer, { status: filter.status ?? null })) : roots;
  }

  /** 401 or 403 if the viewer cannot read it. */
  async get(viewer: Viewer, id: string): Promise<AssetFolder> {
    return readGranted(viewer, 'Folder', (scope) => find(scope, id));
  }

  async create(viewer: Viewer, input: CreateAssetFolderInput): Promise<AssetFolder> {
    const id = newId();
    const { parentId = null, slug, name, ...values } = input;
    await onDuplicate(
      () =>
        viewer.unrestricted('write').write(async (tx) => {
          await tx.lock(FOLDERS);
          await assertBelowLimit(tx, AssetFolderEntity, MAX_FOLDERS, 'folders');
          const place = toPlace(await lockParent(tx, parentId), slug);
          assertDepth(place.depth);
          tx.em.create(AssetFolderEntity, {
            ...withDefaults(FOLDER_DEFAULTS, values),
            ...place,
            id,
            siteId: tx.siteId,
            name,
          });
        }),
      slugTaken,
    );
    return orNotFound(await find(viewer.unrestricted('answer of write'), id), 'Folder');
  }

  async update(
    viewer: Viewer,
    id: string,
    input: UpdateAssetFolderInput,
    expected?: ExpectedRevision,
  ): Promise<AssetFolder> {
    await onDuplicate(
      () => viewer.unrestricted('write').write((tx) => this.change(tx, id, input, expected)),
      slugTaken,
    );
    return orNotFound(await find(viewer.unrestricted('answer of write'), id), 'Folder');
  }

  /** Deletes it with its subfolders; their files are kept in no folder, with the same access level. */
  async delete(viewer: Viewer, id: string, expected?: ExpectedRevision): Promise<void> {
    await viewer.unrestricted('write').write(async (tx) => {
      await tx.lock(FOLDERS);
      await deleteById(tx, AssetFolderEntity, id, { resource: 'Folder', expected });
    });
  }

  private async change(
    tx: ScopeTransaction,
    id: string,
    { parentId, slug, ...values }: UpdateAssetFolderInput,
    expected: ExpectedRevision,
  ): Promise<void> {
    await tx.lock(FOLDERS);
    const folder = await findForUpdate(tx, AssetFolderEntity, { id }, { resource: 'Folder', expected });
    const { accessLevel } = folder;
    Object.assign(folder, patch(folder, values, FOLDER_DEFAULTS));
    await tx.em.flush();
    if (folder.accessLevel !== accessLevel) {
      const files = await tx.rows(SET_FOLDER_LEVEL, [tx.siteId, id, folder.accessLevel]);
      const keys = files.map(({ key }) => key);
      await this.indexing.follow(tx, keys, folder.accessLevel);
    }
    await place(tx, folder, parentId === undefined ? (folder.parentId ?? null) : parentId, slug ?? folder.slug);
  }

  private read(viewer: Viewer, { parentId, path, status }: AssetFolderFilter): Promise<AssetFolder[]> {
    const where = new Where()
      .equal(c.siteId, viewer.site.id)
      .whenPresent(accessFilter(viewer.entitlement).levels, (n) => `${c.accessLevel} = any(${n}::text[])`)
      .equal(c.path, path || null)
      .equal(c.status, status);
    if (parentId === 'null') where.and(() => `${c.parentId} is null`);
    else where.id(c.parentId, parentId);
    return viewer.scope.rows(folders.select(`where ${where.sql} order by ${FOLDER_ORDER}`), where.values.list);
  }
}

async function find(scope: Scope, id: string): Promise<AssetFolder | null> {
  return isId(id) ? scope.row(folders.byId, [scope.siteId, id]) : null;
}

type Parent = Pick<AssetFolderRow, 'id' | 'path' | 'depth'> | null;

function toPlace(parent: Parent, slug: string) {
  return {
    parentId: parent?.id ?? null,
    slug,
    path: `${parent?.path ?? ''}/${slug}`,
    depth: parent ? parent.depth + 1 : 0,
  };
}

/** Updates the path of a folder and of all its subfolders in one statement. */
async function place(
  tx: ScopeTransaction,
  folder: AssetFolderRow,
  parentId: string | null,
  slug: string,
): Promise<void> {
  const parent = await lockParent(tx, parentId);
  if (parent && `${parent.path}/`.startsWith(`${folder.path}/`)) {
    throw badRequest('parentId', 'parentId must not be the folder itself or one below it');
  }
  const target = toPlace(parent, slug);
  if (target.path === folder.path) return;
  const down = target.depth - folder.depth;
  const deepest = await tx.row<{ depth: number }>(
    `select max(depth) as depth from asset_folder where site_id = $1 and (id = $2 or starts_with(path, $3))`,
    [tx.siteId, folder.id, `${folder.path}/`],
  );
  assertDepth((deepest?.depth ?? folder.depth) + down);
  await tx.rows(
    `update asset_folder set
       parent_id = case when id = $2 then $4::uuid else parent_id end,
       slug = case when id = $2 then $5 else slug end,
       path = $6 || substr(path, length($3) + 1),
       depth = depth + $7, updated_at = now()
     where site_id = $1 and (id = $2 or starts_with(path, $3 || '/'))`,
    [tx.siteId, folder.id, folder.path, target.parentId, slug, target.path, down],
  );
}

async function lockParent(tx: ScopeTransaction, id: string | null): Promise<Parent> {
  if (id === null) return null;
  return orNotFound(isId(id) ? await tx.em.findOne(AssetFolderEntity, { id }) : null, 'Folder');
}

function assertDepth(depth: number): void {
  if (depth > MAX_DEPTH) throw badRequest('parentId', `parentId must not create more than ${MAX_DEPTH + 1} levels`);
}

const slugTaken = () => fieldConflict('slug', 'Folder with this slug already exists');
