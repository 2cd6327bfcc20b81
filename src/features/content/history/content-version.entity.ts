import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../../database/site-entity.ts';
import type { JsonObject } from '../content.entity.ts';

/** A former version of a content item, written by a trigger of the table of items. */
export const ContentVersionEntity = defineEntity({
  name: 'ContentVersion',
  tableName: 'content_version',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    itemId: p.uuid(),
    revision: p.integer(),
    siteId: p.uuid(),
    writtenAt: p.datetime(),
    /** The actor who wrote it, as in `ContentItem.writtenBy`. */
    writtenBy: p.text().nullable(),
    /** The values that the write after it replaced, by column; custom fields by name in `custom_fields`. */
    before: p.json().$type<JsonObject>(),
    /** Custom fields that the write after it added. */
    added: p.array().$type<string[]>(),
  },
});
