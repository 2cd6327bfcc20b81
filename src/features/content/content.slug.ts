import type { ScopeTransaction } from '../../database/database.ts';
import { numbered, slugify } from '../../text/slug.ts';

const FIRST_LOOK = 20;

/**
 * The slug of a title, with the lowest free number when items of the type have it already. Two writes at once can still
 * choose the same one, unless both are `alone`: then the second waits for the first.
 */
export async function freeSlug(
  tx: ScopeTransaction,
  { type, title, own, alone }: { type: string; title: string; own?: string; alone: boolean },
): Promise<string> {
  const slug = slugify(title, type);
  if (alone) await waitForOthers(tx, type, slug);
  let candidates = [slug, ...numberedFrom(slug, 2, FIRST_LOOK)];
  for (let next = 2 + FIRST_LOOK; ; next += candidates.length) {
    const rows = await tx.rows<{ slug: string }>(
      `select slug from content_item
       where site_id = $1 and type = $2 and slug = any($3::text[]) and id is distinct from $4::uuid`,
      [tx.siteId, type, candidates, own ?? null],
    );
    const taken = new Set(rows.map((row) => row.slug));
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
    candidates = numberedFrom(slug, next, next * 3);
  }
}

function numberedFrom(slug: string, first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => numbered(slug, first + index));
}

async function waitForOthers(tx: ScopeTransaction, type: string, slug: string): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`content ${tx.siteId} ${type} ${slug}`]);
}
