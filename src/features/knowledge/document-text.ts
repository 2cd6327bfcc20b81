import type { Scope } from '../../database/database.ts';
import type { SourceText } from './source-text.ts';

/** What of a knowledge document is searched; null when it is gone. */
export async function readDocumentText(scope: Scope, id: string): Promise<SourceText | null> {
  const row = await scope.row<{ title: string; content: string }>(
    'select title, content from knowledge_document where id = $1',
    [id],
  );
  return row && { title: row.title, blocks: [], body: row.content, embed: true };
}
