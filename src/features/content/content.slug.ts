import type { ScopeTransaction } from '../../database/database.ts';
import { conflict } from '../../shared/errors.ts';
import { numbered, slugify } from '../../shared/slug.ts';

/** The slug of a title, numbered when items of the type have it already. */
export async function freeSlug(tx: ScopeTransaction, type: string, title: string, own?: string): Promise<string> {
  const slug = slugify(title, type);
  const [next] = await tx.rows<{ taken: boolean; number: number | null }>(
    `select bool_or(slug = $3) as taken, max(substring(slug from length($3) + 2)::int) filter (
        where slug ~ ('^' || $3 || '-[0-9]{1,6}$')) as number
     from content_item where site_id = $1 and type = $2 and (slug = $3 or slug like $3 || '-%')
       and id is distinct from $4::uuid`,
    [tx.siteId, type, slug, own ?? null],
  );
  return next?.taken ? numbered(slug, Math.max(2, (next.number ?? 1) + 1)) : slug;
}

export async function refuseTakenSlug(tx: ScopeTransaction, type: string, slug: string): Promise<void> {
  const taken = await tx.rows('select 1 from content_item where site_id = $1 and type = $2 and slug = $3', [
    tx.siteId,
    type,
    slug,
  ]);
  if (taken.length > 0) throw conflict('Content with this slug already exists');
}
