import { table } from '../../database/table.ts';
import type { SourceReader } from '../knowledge/source-text.ts';
import { FileEntity, FileTextEntity } from './file.entity.ts';
import { titleOf } from './file.rows.ts';

const BY_ID = table(FileEntity, 'f', {
  only: ['name', 'metadata'],
  add: { blocks: table(FileTextEntity, 't').c.blocks },
  join: 'join file_text t on t.file_id = f.id',
}).select('where f.id = $1');

/** The searchable text of a file; null if it was deleted or has not been extracted. */
export const readFileText: SourceReader['read'] = async (scope, id) => {
  const row = await scope.row(BY_ID, [id]);
  return row && { title: titleOf(row, row.blocks[0]?.frontMatter), blocks: row.blocks, embed: true };
};
