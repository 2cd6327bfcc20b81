import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow, updatedAt } from '../../database/site-entity.ts';

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
  },
});
