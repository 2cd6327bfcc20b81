import { SpanKind } from '@opentelemetry/api';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { observe } from '../record.ts';
import { withOverrides } from '../../shared/with-overrides.ts';

const kind = SpanKind.CLIENT;

/** Records calls. */
export function observedIndex(index: VectorIndex): VectorIndex {
  return withOverrides(index, {
    upsert: (siteId, chunks) =>
      observe('index upsert', { kind, attributes: { 'lectern.chunks': chunks.length } }, () =>
        index.upsert(siteId, chunks),
      ),
    deleteSource: (siteId, sourceId, options) =>
      observe('index delete source', { kind }, () => index.deleteSource(siteId, sourceId, options)),
    deleteSite: (siteId) => observe('index delete site', { kind }, () => index.deleteSite(siteId)),
    search: (siteId, query) =>
      observe(
        'index search',
        {
          kind,
          attributes: { 'lectern.search.mode': query.mode, 'lectern.search.limit': query.limit },
          metrics: { 'lectern.search.duration': { 'lectern.search.leg': 'index' } },
        },
        async (span) => {
          const hits = await index.search(siteId, query);
          span.setAttributes({ 'lectern.search.hits': hits.length });
          return hits;
        },
      ),
  });
}
