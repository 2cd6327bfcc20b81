import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ScopeTransaction } from '../../database/database.ts';
import { conflict } from '../../shared/errors.ts';

const ATTEMPTS = 5;

/**
 * Runs a write whose checks another one may overtake: what it found free is taken by then, or what it found is gone.
 * The next attempt sees that, and refuses it in the words of its check or chooses something else.
 */
export async function despiteOthers(write: (isRetry: boolean) => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(attempt > 1);
    } catch (error) {
      if (!isCollision(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What of an item no other one may have: its externalId in the site, its slug in the site and type. */
interface Claims {
  externalId: string | null;
  type: string;
  slug: string | null;
  /** Id of the item itself, when it exists already. */
  own?: string;
}

/** One statement for both, so that of another item that has the same of both it is always the externalId that is told. */
export async function refuseTaken(tx: ScopeTransaction, { externalId, type, slug, own }: Claims): Promise<void> {
  if (externalId === null && slug === null) return;
  const taken = await tx.rows<{ id: string; externalId: string }>(
    `select id, external_id as "externalId" from content_item
     where site_id = $1 and (external_id = $2 or (type = $3 and slug = $4)) and id is distinct from $5::uuid`,
    [tx.siteId, externalId, type, slug, own ?? null],
  );
  const same = taken.find((item) => item.externalId === externalId);
  if (same) throw conflict('Content with this externalId already exists', { id: same.id });
  if (taken.length > 0) throw conflict('Content with this slug already exists');
}

function isCollision(error: unknown): boolean {
  return error instanceof UniqueConstraintViolationException || error instanceof ForeignKeyConstraintViolationException;
}
