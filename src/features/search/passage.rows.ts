import { Values, columns } from '../../database/columns.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Entitlement } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import type { SearchResult } from './search.types.ts';

export type Passage = Omit<SearchResult, 'score' | 'rank' | 'query'>;

const SOURCE_COLUMNS = [
  'title',
  'fileName',
  'contentType',
  'accessLevel',
  'textAccessLevel',
  'textRequiredSubscriptions',
];

interface Wanted {
  /** On the chunk `c` alone, and by one of its indexes: its id or its source. */
  chunks: string;
  /** On its source `s`. */
  sources?: string;
  /** A further column with its name. */
  extra?: string;
  orderBy?: string;
}

/**
 * The one way to text of the knowledge base: passages that are current and whose source, as it is now and as it was when the
 * text was written, the entitlement reaches. Chunks are looked up first, then their sources one by one: left to itself, the
 * planner goes through all sources of the site.
 */
export async function readablePassages<Extra extends object = object>(
  viewer: Viewer,
  entitlement: Entitlement,
  wanted: (values: Values) => Wanted,
): Promise<(Passage & Extra)[]> {
  const values = new Values();
  const { chunks, sources, extra, orderBy } = wanted(values);
  return viewer.as(entitlement).scope.rows<Passage & Extra>(
    `with c as materialized (select * from chunk c where ${chunks})
     select ${columns('c', ['id', 'sourceId', 'section', 'page', 'startTime', 'endTime'])}, c.text as content,
       s.kind as source, ${columns('s', SOURCE_COLUMNS)}${extra ? `, ${extra}` : ''}
     from c cross join lateral (
       select * from knowledge_source s where s.id = c.source_id and s.generation = c.generation
         and s.site_id = ${values.add(viewer.site.id)} and ${accessCondition(entitlement, 's', values)}
         and ${accessCondition(entitlement, 's', values, 'text_')}${sources ? ` and ${sources}` : ''}
       offset 0
     ) s ${orderBy ? `order by ${orderBy}` : ''}`,
    values.list,
  );
}
