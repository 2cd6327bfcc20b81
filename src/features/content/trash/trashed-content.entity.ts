import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../../database/site-entity.ts';
import type { AccessLevel } from '../../../access/access-level.ts';
import type { JsonObject } from '../content.entity.ts';

/** A content item in the trash. */
export const TrashedContentEntity = defineEntity({
  name: 'TrashedContent',
  tableName: 'content_trash',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    type: p.text(),
    title: p.text(),
    language: p.text(),
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    deletedAt: p.datetime(),
    /** The actor who deleted it, in the form of `ContentItem.writtenBy`. */
    deletedBy: p.text().nullable(),
    expiresAt: p.datetime(),
    /** The item's row, by column. */
    item: p.json().$type<JsonObject>(),
    /** The row of its draft, by column. */
    draft: p.json().$type<JsonObject>().nullable(),
  },
});
