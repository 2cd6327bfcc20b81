import { DateTime } from '../../graphql/scalars.ts';
import type { AssetFolder, FolderTree } from './folder.types.ts';

/** The chosen folders with everything below them. `folders` are in the order that children are to have. */
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
