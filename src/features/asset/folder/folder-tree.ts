import { DateTime } from '../../../api/scalars.ts';
import type { AssetFolder, FolderTree } from './folder.types.ts';

/** The selected folders with all their subfolders. `folders` is in the order of the children. */
export function withTrees(chosen: readonly AssetFolder[], folders: readonly AssetFolder[]): AssetFolder[] {
  const byParent = Map.groupBy(folders, ({ parentId }) => parentId);
  const childrenOf = (id: string): FolderTree[] => (byParent.get(id) ?? []).map(nested);
  const nested = ({ id, createdAt, ...folder }: AssetFolder): FolderTree => ({
    _id: id,
    ...folder,
    createdAt: DateTime.serialize(createdAt),
    children: childrenOf(id),
  });
  return chosen.map((folder) => ({ ...folder, tree: childrenOf(folder.id) }));
}
