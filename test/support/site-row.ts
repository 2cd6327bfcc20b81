import type { Rows } from '../../src/database/database.ts';
import { newId } from '../../src/shared/ids.ts';

/** A site for tests below the API, which have a database and no service. Answers its id. */
export async function insertSite(rows: Rows, { id = newId(), daysAgo = 0 } = {}): Promise<string> {
  await rows.rows(
    `insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts, created_at, updated_at)
     values ($1, 'Site', 'owner@example.org', 'free', false, '{}', '[]', '{}', now() - make_interval(days => $2), now())`,
    [id, daysAgo],
  );
  return id;
}
