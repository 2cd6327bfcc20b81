import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Values } from '../../database/columns.ts';
import type { Scope, ScopeTransaction } from '../../database/database.ts';
import { checkInput } from '../../graphql/bounds.ts';
import { badRequest, conflict, notFound } from '../../shared/errors.ts';
import { isId, newId } from '../../shared/ids.ts';
import { refuseUnlessGranted } from '../access/access.ts';
import { accessFilter } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import { AssetFolderEntity, type AssetFolderRow, type FolderAccessLevel } from './asset.entity.ts';
import { MOST_DEPTH, MOST_FOLDERS } from './folder.rules.ts';
import { setFolderLevel } from './asset.rows.ts';
import { FOLDER_COLUMNS, FOLDER_ORDER } from './folder.rows.ts';
import { withTrees } from './folder-tree.ts';
import {
  type AssetFolder,
  type AssetFolderFilter,
  CreateAssetFolderInput,
  UpdateAssetFolderInput,
} from './folder.types.ts';

/** Told, in the transaction, of files that lie in a folder of that access level from now on. */
export type OnLevel = (tx: ScopeTransaction, keys: readonly string[], level: FolderAccessLevel) => Promise<void>;

/** The folders of a site. Paths follow from slugs and parents, so all changes of one site's folders go one after another. */
export class FolderService {
  private readonly onLevel: OnLevel;

  constructor(onLevel: OnLevel) {
    this.onLevel = onLevel;
  }

  /** All that fit the filter and that the viewer may see; with `tree`, the topmost of them with all below, as far as they have the status asked for. */
  async list(viewer: Viewer, filter: AssetFolderFilter, tree: boolean): Promise<AssetFolder[]> {
    const parentId = filter.parentId ?? (tree && !filter.path ? 'null' : null);
    const chosen = await this.read(viewer, { ...filter, parentId });
    return tree ? withTrees(chosen, await this.read(viewer, { status: filter.status ?? null })) : chosen;
  }

  /** 401 or 403 for one that the viewer may not see. */
  async get(viewer: Viewer, id: string): Promise<AssetFolder> {
    const folder = (await find(viewer.scope, id)) ?? (await this.find(viewer, id));
    refuseUnlessGranted(viewer, { accessLevel: folder.accessLevel, requiredSubscriptions: [] });
    return folder;
  }

  /** Whoever may see it. */
  private async find(viewer: Viewer, id: string): Promise<AssetFolder> {
    const folder = await find(viewer.unrestrictedScope, id);
    if (!folder) throw notFound('Folder');
    return folder;
  }

  async create(viewer: Viewer, input: CreateAssetFolderInput): Promise<AssetFolder> {
    checkInput(CreateAssetFolderInput, input).refuse();
    const id = newId();
    await refuseDoubles(() =>
      viewer.unrestrictedScope.write(async (tx) => {
        await oneAfterAnother(tx);
        await refuseTooMany(tx);
        const parent = await parentOf(tx, input.parentId ?? null);
        const place = placeIn(parent, input.slug);
        refuseTooDeep(place.depth);
        tx.em.create(AssetFolderEntity, { ...place, id, siteId: tx.siteId, ...detailsOf(input) });
      }),
    );
    return this.find(viewer, id);
  }

  async update(viewer: Viewer, id: string, input: UpdateAssetFolderInput): Promise<AssetFolder> {
    if (!isId(id)) throw notFound('Folder');
    checkInput(UpdateAssetFolderInput, input).refuse();
    await refuseDoubles(() =>
      viewer.unrestrictedScope.write(async (tx) => {
        await oneAfterAnother(tx);
        const folder = await tx.em.findOne(AssetFolderEntity, { id });
        if (!folder) throw notFound('Folder');
        const { accessLevel } = folder;
        change(folder, input);
        await tx.em.flush();
        if (folder.accessLevel !== accessLevel) {
          await this.onLevel(tx, await setFolderLevel(tx, id, folder.accessLevel), folder.accessLevel);
        }
        const parentId = input.parentId === undefined ? (folder.parentId ?? null) : input.parentId;
        await place(tx, folder, parentId, input.slug ?? folder.slug);
      }),
    );
    return this.find(viewer, id);
  }

  /** With all folders below it; their files stay, in no folder, under the access level that they had. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    const removed = isId(id)
      ? await viewer.unrestrictedScope.write(async (tx) => {
          await oneAfterAnother(tx);
          return tx.em.nativeDelete(AssetFolderEntity, { id });
        })
      : 0;
    if (removed === 0) throw notFound('Folder');
  }

  private read(viewer: Viewer, { parentId, path, status }: AssetFolderFilter): Promise<AssetFolder[]> {
    const values = new Values();
    const where = [
      `f.site_id = ${values.add(viewer.site.id)}`,
      `f.access_level = any(${values.add(accessFilter(viewer.entitlement).levels)}::text[])`,
    ];
    if (parentId === 'null') where.push('f.parent_id is null');
    else if (parentId) where.push(isId(parentId) ? `f.parent_id = ${values.add(parentId)}` : 'false');
    if (path) where.push(`f.path = ${values.add(path)}`);
    if (status) where.push(`f.status = ${values.add(status)}`);
    return viewer.scope.rows<AssetFolder>(
      `select ${FOLDER_COLUMNS} from asset_folder f where ${where.join(' and ')} order by ${FOLDER_ORDER}`,
      values.list,
    );
  }
}

async function find(scope: Scope, id: string): Promise<AssetFolder | null> {
  const statement = `select ${FOLDER_COLUMNS} from asset_folder f where f.site_id = $1 and f.id = $2`;
  return isId(id) ? scope.row<AssetFolder>(statement, [scope.siteId, id]) : null;
}

interface Place {
  parentId: string | null;
  slug: string;
  path: string;
  depth: number;
}

type Parent = Pick<AssetFolderRow, 'id' | 'path' | 'depth'> | null;

function placeIn(parent: Parent, slug: string): Place {
  return {
    parentId: parent?.id ?? null,
    slug,
    path: `${parent?.path ?? ''}/${slug}`,
    depth: parent ? parent.depth + 1 : 0,
  };
}

/** Puts a folder where it belongs now, and everything below it with it, in one statement. */
async function place(
  tx: ScopeTransaction,
  folder: AssetFolderRow,
  parentId: string | null,
  slug: string,
): Promise<void> {
  const parent = await parentOf(tx, parentId);
  if (parent && `${parent.path}/`.startsWith(`${folder.path}/`)) {
    throw badRequest('parentId', 'parentId must not be the folder itself or one below it');
  }
  const target = placeIn(parent, slug);
  if (target.path === folder.path) return;
  const down = target.depth - folder.depth;
  const [deepest] = await tx.rows<{ depth: number }>(
    `select max(depth) as depth from asset_folder where site_id = $1 and (id = $2 or starts_with(path, $3))`,
    [tx.siteId, folder.id, `${folder.path}/`],
  );
  refuseTooDeep((deepest?.depth ?? folder.depth) + down);
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

async function parentOf(tx: ScopeTransaction, id: string | null): Promise<Parent> {
  if (id === null) return null;
  const parent = isId(id) ? await tx.em.findOne(AssetFolderEntity, { id }) : null;
  if (!parent) throw notFound('Folder');
  return parent;
}

/** Of two moves at once, each would see the tree without the other: together they could make a ring. */
async function oneAfterAnother(tx: ScopeTransaction): Promise<void> {
  await tx.lock('asset_folder');
}

async function refuseTooMany(tx: ScopeTransaction): Promise<void> {
  const [row] = await tx.rows<{ count: number }>('select count(*)::int as count from asset_folder where site_id = $1', [
    tx.siteId,
  ]);
  if ((row?.count ?? 0) >= MOST_FOLDERS) {
    throw badRequest('name', `A site has at most ${MOST_FOLDERS} folders`);
  }
}

function refuseTooDeep(depth: number): void {
  if (depth > MOST_DEPTH) throw badRequest('parentId', `parentId must not create more than ${MOST_DEPTH + 1} levels`);
}

/** What does not decide where it stands. */
function detailsOf(input: CreateAssetFolderInput) {
  return {
    name: input.name,
    description: input.description ?? null,
    coverImage: input.coverImage ?? null,
    color: input.color ?? null,
    icon: input.icon ?? null,
    order: input.order ?? 0,
    accessLevel: input.accessLevel ?? ('public' as const),
    metadata: input.metadata ?? {},
    status: input.status ?? ('active' as const),
  };
}

function change(folder: AssetFolderRow, input: UpdateAssetFolderInput): void {
  if (input.name) folder.name = input.name;
  if (input.description !== undefined) folder.description = input.description;
  if (input.coverImage !== undefined) folder.coverImage = input.coverImage;
  if (input.color !== undefined) folder.color = input.color;
  if (input.icon !== undefined) folder.icon = input.icon;
  if (input.order !== undefined) folder.order = input.order ?? 0;
  if (input.accessLevel !== undefined) folder.accessLevel = input.accessLevel ?? 'public';
  if (input.metadata !== undefined) folder.metadata = input.metadata ?? {};
  if (input.status !== undefined) folder.status = input.status ?? 'active';
}

async function refuseDoubles(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw conflict('Folder with this slug already exists');
  }
}

/** The move is plain SQL, whose errors come as PostgreSQL's. */
function isDuplicate(error: unknown): boolean {
  if (error instanceof UniqueConstraintViolationException) return true;
  return error instanceof Error && 'code' in error && error.code === '23505';
}
