import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../database/site-entity.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import type { UpdateContentInput } from './content.inputs.ts';

/** Changes of a content item that are not live yet. */
export const ContentDraftEntity = defineEntity({
  name: 'ContentDraft',
  tableName: 'content_draft',
  filters: siteFilter(),
  properties: {
    /** The id of the item. */
    id: p.uuid().primary(),
    siteId: p.uuid(),
    /** The access level of the item with its draft. */
    accessLevel: p.text().$type<AccessLevel>(),
    requiredSubscriptions: p.array().$type<string[]>(),
    /** Revision of the item that the draft was begun from. */
    itemRevision: p.integer(),
    /** Begins anywhere, so that a draft that is begun again is not taken for the one before it. */
    revision: p.integer(),
    /** Values that differ from those of the item, and of its custom fields those that differ: null removes one. */
    changes: p.json().$type<UpdateContentInput>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** The actor who wrote it, as in `ContentItem.writtenBy`. */
    writtenBy: p.text(),
  },
});
