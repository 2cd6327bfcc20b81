import { Values, columns } from '../../database/columns.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Entitlement } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import type { SearchResult } from './search.types.ts';

export type Passage = Omit<SearchResult, 'score' | 'rank' | 'query'>;

interface Wanted {
  /** On `c`, the chunk, and `s`, its source. */
  condition: string;
  /** A further column with its name. */
  extra?: string;
  orderBy?: string;
}

/**
 * The one way to text of the knowledge base: passages that are current and whose source, as it is now and as it was when the
 * text was written, the entitlement reaches.
 */
export async function readablePassages<Extra extends object = object>(
  viewer: Viewer,
  entitlement: Entitlement,
  wanted: (values: Values) => Wanted,
): Promise<(Passage & Extra)[]> {
  const values = new Values();
  const { condition, extra, orderBy } = wanted(values);
  return viewer.scope.rows<Passage & Extra>(
    `select ${columns('c', ['id', 'sourceId', 'section', 'page', 'startTime', 'endTime'])}, c.text as content,
       s.kind as source, ${columns('s', ['title', 'fileName', 'contentType'])}${extra ? `, ${extra}` : ''}
     from chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation
     where s.site_id = ${values.add(viewer.site.id)} and (${condition})
       and ${accessCondition(entitlement, 's', values)} and ${accessCondition(entitlement, 's', values, 'text_')}
     ${orderBy ? `order by ${orderBy}` : ''}`,
    values.list,
  );
}
