import type { SiteRows } from '../../database/database.ts';

const REVISION = `select coalesce(bit_xor(mark), 0)::text as mark from site_revision
  where site_id = $1 and topic = any ($2::text[])`;

/**
 * The same text exactly as long as nothing of these topics was changed in the site. An answer that is read after its
 * revision is right as long as the revision stays.
 */
export async function readRevision(scope: SiteRows, siteId: string, topics: readonly string[]): Promise<string> {
  const row = await scope.row<{ mark: string }>(REVISION, [siteId, topics]);
  return row?.mark ?? '0';
}
