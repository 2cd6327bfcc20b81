import { DateTime } from '../../../api/scalars.ts';
import type { AssetFolder, FolderTree } from './folder.types.ts';

/** The selected folders with all their subfolders. `folders` is in the order of the children. */
export function withTrees(roots: readonly AssetFolder[], folders: readonly AssetFolder[]): AssetFolder[] {
  const foldersByParent = Map.groupBy(folders, ({ parentId }) => parentId);
  const listChildren = (id: string): FolderTree[] => (foldersByParent.get(id) ?? []).map(nested);
  const nested = ({ id, createdAt, ...folder }: AssetFolder): FolderTree => ({
    _id: id,
    ...folder,
    createdAt: DateTime.serialize(createdAt),
    children: listChildren(id),
  });
  return roots.map((folder) => ({ ...folder, tree: listChildren(folder.id) }));
}
