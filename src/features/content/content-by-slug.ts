import { table } from '../../database/table.ts';
import { notFound } from '../../shared/errors.ts';
import { isSlug } from '../../text/slug.ts';
import type { Viewer } from '../access/viewer.ts';
import { ContentItemEntity } from './content.entity.ts';
import { type LanguageRequest, wantedLanguages } from './languages.ts';

const items = table(ContentItemEntity, 'c', { only: ['id'] });
const { c } = items;
/** Without languages, the oldest: a translation that is added later does not change the answer. */
const BY_SLUG = items.select(`where ${c.siteId} = $1 and ${c.type} = $2 and ${c.slug} = $3
  and ($4::text[] is null or ${c.language} = any($4))
  order by array_position($4::text[], ${c.language}), ${c.createdAt}, ${c.id} limit 1`);

export interface SlugRequest extends LanguageRequest {
  type: string;
  slug: string;
}

/** The id of an item, also where the viewer can only see its teaser; 404 for an unknown or hidden one. */
export async function idBySlug(viewer: Viewer, { type, slug, ...request }: SlugRequest): Promise<string> {
  const languages = wantedLanguages(request);
  const isKnown = isSlug(type) && isSlug(slug);
  // Without hidden items: a draft does not take the place of a published item in another language.
  const scope = viewer.teaserScope;
  const item = isKnown ? await scope.row(BY_SLUG, [scope.siteId, type, slug, languages]) : null;
  if (!item) throw notFound('Content');
  return item.id;
}
