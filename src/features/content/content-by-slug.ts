import { table } from '../../database/table.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import { isStorableText } from '../../shared/storable.ts';
import { isSlug } from '../../text/slug.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentItemEntity } from './content.entity.ts';

const items = table(ContentItemEntity, 'c', { only: ['id'] });
const { c } = items;
/** Without languages, the oldest: a translation that is added later does not change the answer. */
const BY_SLUG = items.select(`where ${c.siteId} = $1 and ${c.type} = $2 and ${c.slug} = $3
  and ($4::text[] is null or ${c.language} = any($4))
  order by array_position($4::text[], ${c.language}), ${c.createdAt}, ${c.id} limit 1`);

const MAX_FALLBACKS = 10;

export interface SlugRequest {
  type: string;
  slug: string;
  /** Without it, any. */
  language?: string | null;
  /** Languages in the order in which they are tried where there is no item in `language`. */
  fallback: readonly string[];
}

/** The id of an item, also where the viewer can only see its teaser; 404 for an unknown or hidden one. */
export async function idBySlug(viewer: Viewer, { type, slug, language, fallback }: SlugRequest): Promise<string> {
  if (fallback.length > MAX_FALLBACKS) throw badRequest('fallback', `fallback has at most ${MAX_FALLBACKS} languages`);
  if (fallback.length > 0 && language == null) throw badRequest('fallback', 'fallback needs language');
  const languages = language == null ? null : [language, ...fallback];
  const isKnown = isSlug(type) && isSlug(slug) && (languages ?? []).every(isStorableText);
  // Without hidden items: a draft does not take the place of a published item in another language.
  const scope = viewer.teaserScope;
  const item = isKnown ? await scope.row(BY_SLUG, [scope.siteId, type, slug, languages]) : null;
  if (!item) throw notFound('Content');
  return item.id;
}
