import type { ScopeTransaction } from '../../database/database.ts';
import { ServiceError, conflict } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { numbered, slugify } from '../../shared/slug.ts';

/** Fewer than a page of the list holds, so that REST, which has no pages there, shows them all. */
export const MOST_PERSONAS = 500;

/** What the API has in the place of a slug. */
const RESERVED = ['templates'];

/** A persona is asked for by id or slug: a slug that reads as something else would never be found. */
export function isReserved(slug: string): boolean {
  return isId(slug) || RESERVED.includes(slug);
}

/** Writes of a site's personas come one after the other: slugs, the one default and their number concern them all. */
export async function holdPersonas(tx: ScopeTransaction): Promise<void> {
  await tx.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`persona ${tx.siteId}`]);
}

export async function refuseTooMany(tx: ScopeTransaction): Promise<void> {
  const [row] = await tx.rows<{ count: number }>('select count(*)::int as count from persona where site_id = $1', [
    tx.siteId,
  ]);
  if ((row?.count ?? 0) >= MOST_PERSONAS) {
    throw new ServiceError('BAD_REQUEST', `A site has at most ${MOST_PERSONAS} personas`);
  }
}

/** @param own id of the persona itself, whose slug does not count as taken */
export async function refuseTakenSlug(tx: ScopeTransaction, slug: string, own: string): Promise<void> {
  if ((await takenOf(tx, [slug], own)).size > 0) throw conflict('Persona with this slug already exists');
}

/** The slug of a name, with the lowest free number when another persona has it. */
export async function freeSlug(tx: ScopeTransaction, name: string, own: string): Promise<string> {
  const slug = slugify(name, 'persona');
  const candidates = [slug, ...Array.from({ length: MOST_PERSONAS }, (_, index) => numbered(slug, index + 2))];
  const taken = await takenOf(tx, candidates, own);
  const free = candidates.find((candidate) => !taken.has(candidate) && !isReserved(candidate));
  if (free === undefined) throw conflict('Persona with this slug already exists');
  return free;
}

async function takenOf(tx: ScopeTransaction, slugs: readonly string[], own: string): Promise<Set<string>> {
  const rows = await tx.rows<{ slug: string }>(
    'select slug from persona where site_id = $1 and slug = any($2::text[]) and id <> $3',
    [tx.siteId, slugs, own],
  );
  return new Set(rows.map(({ slug }) => slug));
}
