import { type TableRow, table } from '../../../database/table.ts';
import { ContentTypeEntity } from '../../content-type/content-type.entity.ts';
import { KnowledgeSourceEntity } from '../../knowledge/knowledge.entity.ts';
import { MAX_SHORT_BYTES, type SourceReader, type SourceText } from '../../knowledge/source-text.ts';
import { isIndexable, toSourceText } from '../source/content-source.ts';
import { ContentItemEntity } from '../content.entity.ts';
import { currentChanges, currentFields } from '../current-fields.rows.ts';
import { applyChanges } from './draft.rows.ts';

const { c: type } = table(ContentTypeEntity, 't');
const { c } = table(ContentItemEntity, 'c');
const drafts = table(KnowledgeSourceEntity, 's', {
  only: ['id'],
  add: {
    changes: currentChanges('d'),
    title: c.title,
    excerpt: c.excerpt,
    content: c.content,
    customFields: currentFields('c'),
    status: c.status,
    aiIndexed: c.aiIndexed,
    fields: type.fields,
    aiConfig: type.aiConfig,
  },
  join: `join content_draft d on d.id = s.draft_of
    join content_item c on c.id = d.id join content_type t on t.id = c.content_type_id`,
});
const FIND_BY_IDS = drafts.select('where s.id = any($1::uuid[])');
const SHORT = drafts.select(`where s.id = any($1::uuid[])
  and octet_length(concat(c.excerpt, c.content, c.custom_fields, d.changes)) <= ${MAX_SHORT_BYTES}`);

/** The texts of items with their drafts. The knowledge base has them of items that belong to it themselves. */
export const draftKnowledge: SourceReader = {
  read: async (scope, id) => toTexts(await scope.rows(FIND_BY_IDS, [[id]])).get(id) ?? null,
  readShort: async (scope, ids) => toTexts(await scope.rows(SHORT, [ids])),
};

function toTexts(rows: readonly TableRow<typeof drafts>[]): Map<string, SourceText> {
  return new Map(
    rows.flatMap((row) => {
      const { content = row.content, ...changes } = row.changes;
      const drafted = { ...applyChanges(row, changes), content };
      return isIndexable(row, row) && isIndexable(drafted, row) ? [[row.id, toSourceText(drafted, row)] as const] : [];
    }),
  );
}
