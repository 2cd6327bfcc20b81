import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { revision, siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';

export const CollectionEntity = defineEntity({
  name: 'Collection',
  tableName: 'collection',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    name: p.text(),
    slug: p.text(),
    description: p.text().nullable(),
    order: p.integer().fieldName('sort_order'),
    updatedAt,
    revision,
  },
});

/** Values of a collection that are used where none are given. */
export const COLLECTION_DEFAULTS: Defaults<Pick<InferEntity<typeof CollectionEntity>, 'description' | 'order'>> = {
  order: 0,
};
