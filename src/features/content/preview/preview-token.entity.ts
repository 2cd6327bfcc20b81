import { defineEntity, p } from '@mikro-orm/core';
import { siteFilter } from '../../../database/site-entity.ts';

/** A token that shows unpublished content for some time. */
export const PreviewTokenEntity = defineEntity({
  name: 'PreviewToken',
  tableName: 'preview_token',
  filters: siteFilter(),
  properties: {
    id: p.uuid().primary(),
    siteId: p.uuid(),
    /** The item that it shows; null: the site. */
    itemId: p.uuid().nullable(),
    /** SHA-256 of the token, hex: the token itself is never stored. */
    hash: p.text(),
    /** The key that made it; it ends with the key. */
    apiKeyId: p.uuid().nullable(),
    /** The member that made it; it ends with the membership. */
    userId: p.uuid().nullable(),
    /** The user that made it, a member or an installation admin. */
    makerId: p.uuid().nullable(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
  },
});
