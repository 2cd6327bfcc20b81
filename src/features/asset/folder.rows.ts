import { columns } from '../../database/columns.ts';

const FACTS = ['id', 'name', 'slug', 'description', 'parentId', 'coverImage', 'color', 'icon', 'accessLevel'];

/** Of `asset_folder f`. */
export const FOLDER_COLUMNS = `${columns('f', [...FACTS, 'metadata', 'path', 'depth', 'status', 'createdAt'])},
  f.sort_order as "order"`;

export const FOLDER_ORDER = 'f.sort_order, f.name collate "C", f.id';
