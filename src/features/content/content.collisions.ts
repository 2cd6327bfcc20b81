import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Rows } from '../../database/database.ts';
import { conflict } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import type { UpdateContentInput } from './content.inputs.ts';
import { slugTaken } from './content.slug.ts';

const ATTEMPTS = 5;

/**
 * Runs a write that another one may get in the way of between its checks and its rows. What the caller chose himself is
 * then a conflict; where a slug was made, or a type or collection is gone, the write is tried again on what is there now.
 *
 * @param own id of the item that is changed; none when one is created
 */
export async function despiteOthers(
  viewer: Viewer,
  input: UpdateContentInput,
  write: (isRetry: boolean) => Promise<void>,
  own?: string,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(attempt > 1);
    } catch (error) {
      const isTaken = error instanceof UniqueConstraintViolationException;
      if (!isTaken && !(error instanceof ForeignKeyConstraintViolationException)) throw error;
      if (isTaken && input.externalId) {
        await refuseTakenExternalId(viewer.scope, viewer.site.id, input.externalId, own);
      }
      if (isTaken && (input.slug || attempt >= ATTEMPTS)) throw slugTaken();
      if (attempt >= ATTEMPTS) throw error;
    }
  }
}

export async function refuseTakenExternalId(where: Rows, siteId: string, externalId: string, own?: string) {
  const [taken] = await where.rows<{ id: string }>(
    'select id from content_item where site_id = $1 and external_id = $2 and id is distinct from $3::uuid',
    [siteId, externalId, own ?? null],
  );
  if (taken) throw conflict('Content with this externalId already exists', { id: taken.id });
}
