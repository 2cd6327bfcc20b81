import { table } from '../../../database/table.ts';
import { KnowledgeDocumentEntity } from '../knowledge.entity.ts';
import { MAX_SHORT_BYTES, type SourceReader, type SourceText } from '../source-text.ts';

const documents = table(KnowledgeDocumentEntity, 'd', { only: ['id', 'title', 'content'] });
const FIND_BY_ID = documents.select('where d.id = $1');
const SHORT = documents.select(`where d.id = any($1::uuid[]) and octet_length(d.content) <= ${MAX_SHORT_BYTES}`);

/** The searchable text of knowledge documents. */
export const documentText: SourceReader = {
  async read(scope, id) {
    const row = await scope.row(FIND_BY_ID, [id]);
    return row && toText(row);
  },
  async readShort(scope, ids) {
    const rows = await scope.rows(SHORT, [ids]);
    return new Map(rows.map((row) => [row.id, toText(row)]));
  },
};

function toText({ title, content }: { title: string; content: string }): SourceText {
  return { title, blocks: [], body: content, embed: true };
}
