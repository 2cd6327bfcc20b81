import { LockMode } from '@mikro-orm/core';
import type { Scope, ScopeTransaction } from '../../../database/database.ts';
import { ContentItemEntity, type ContentItemEntityRow } from '../content.entity.ts';
import { RENAME_NEXT_ITEM_FIELDS } from '../current-fields.rows.ts';

const BATCH = 100;

/**
 * Items in the order of their ids, some in each transaction. They are locked, so that what is derived from an item does not
 * overwrite what an uncommitted change of it derives. They have the names of fields that their types have now.
 */
export async function eachItems(
  scope: Scope,
  where: { contentTypeId?: string },
  signal: AbortSignal,
  work: (tx: ScopeTransaction, items: ContentItemEntityRow[]) => Promise<void>,
): Promise<void> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    signal.throwIfAborted();
    const from: string = after;
    after = await scope.write(async (tx) => {
      await tx.rows(RENAME_NEXT_ITEM_FIELDS, [tx.siteId, where.contentTypeId ?? null, from, BATCH]);
      const items = await tx.em.find(
        ContentItemEntity,
        { ...where, id: { $gt: from } },
        { orderBy: { id: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_READ },
      );
      await work(tx, items);
      return items.at(-1)?.id;
    });
  }
}
