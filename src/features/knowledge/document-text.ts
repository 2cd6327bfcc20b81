import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import { KnowledgeDocumentEntity } from './knowledge.entity.ts';
import type { SourceText } from './source-text.ts';

const BY_ID = table(KnowledgeDocumentEntity, 'd', { only: ['title', 'content'] }).select('where d.id = $1');

/** The searchable text of a knowledge document; null if it was deleted. */
export async function readDocumentText(scope: Scope, id: string): Promise<SourceText | null> {
  const row = await scope.row(BY_ID, [id]);
  return row && { title: row.title, blocks: [], body: row.content, embed: true };
}
