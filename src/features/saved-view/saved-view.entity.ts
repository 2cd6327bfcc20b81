import { type InferEntity, defineEntity, p } from '@mikro-orm/core';
import { siteFilter, siteRow } from '../../database/site-entity.ts';
import type { Defaults } from '../../shared/patch.ts';
import type { ContentStatus } from '../content/content.entity.ts';

/** A named list of content items, of one user on one site. */
export const SavedViewEntity = defineEntity({
  name: 'SavedView',
  tableName: 'saved_view',
  filters: siteFilter(),
  properties: {
    ...siteRow,
    userId: p.uuid(),
    name: p.text(),
    contentType: p.text().nullable(),
    status: p.text().$type<ContentStatus>().nullable(),
    search: p.text().nullable(),
    createdByMe: p.boolean(),
    sort: p.text().nullable(),
    columns: p.array().$type<string[]>(),
  },
});

/** The values of a saved view where nothing is said. */
export const SAVED_VIEW_DEFAULTS: Defaults<
  Omit<InferEntity<typeof SavedViewEntity>, 'id' | 'siteId' | 'userId' | 'name' | 'createdAt'>
> = {
  createdByMe: false,
  columns: [],
};
