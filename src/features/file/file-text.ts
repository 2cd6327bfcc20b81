import type { Scope } from '../../database/database.ts';
import type { ExtractedBlock } from '../../ports/extractor.ts';
import type { SourceText } from '../knowledge/source-text.ts';
import { titleOf } from './file.rows.ts';

/** What of a file is searched; null when it is gone or nothing was read from it yet. */
export async function readFileText(scope: Scope, id: string): Promise<SourceText | null> {
  const row = await scope.row<{ name: string; metadata: Record<string, unknown>; blocks: ExtractedBlock[] }>(
    'select f.name, f.metadata, t.blocks from file f join file_text t on t.file_id = f.id where f.id = $1',
    [id],
  );
  return row && { title: titleOf(row), blocks: row.blocks, embed: true };
}
