import { table } from '../../../database/table.ts';
import { notFound } from '../../../shared/errors.ts';
import { isSlug } from '../../../text/slug.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { ContentItemEntity } from '../content.entity.ts';
import { type LanguageRequest, preferredLanguages } from '../language-codes.ts';

const items = table(ContentItemEntity, 'c', { only: ['id'] });
const { c } = items;
/** Without languages the oldest item is found: a translation that is added later does not change the answer. */
const FIND_BY_SLUG = items.select(`where ${c.siteId} = $1 and ${c.type} = $2 and ${c.slug} = $3
  order by ${c.createdAt}, ${c.id} limit 1`);

/** The item of a preview token, whatever its status. */
const FIND_PREVIEW = items.select(`where ${c.siteId} = $1 and ${c.type} = $2 and ${c.slug} = $3 and ${c.id} = $4
  and ($5::text[] is null or ${c.language} = any($5::text[]))`);

const translation = (condition: string) => `select t.id, t.language, t.created_at, true as is_translation
  from named n join content_item t on t.site_id = $1 and t.type = $2 and ${condition}`;
/** The items with the slug and their translations, whatever the slugs of those. In one language, an item with the slug is first. */
const FIND_BY_SLUG_AND_LANGUAGE = `with named as materialized (
    select id, language, created_at, coalesce(translation_of, id) as original from content_item
    where site_id = $1 and type = $2 and slug = $3
  )
  select id from (
    select id, language, created_at, false as is_translation from named
    union all ${translation('t.id = n.original')}
    union all ${translation('t.translation_of = n.original')}
  ) found where language = any($4::text[])
  order by array_position($4::text[], language), is_translation, created_at, id limit 1`;

export interface SlugRequest extends LanguageRequest {
  type: string;
  slug: string;
}

/** The id of an item, also where the viewer can only see its teaser; 404 for an unknown or hidden one. */
export async function idBySlug(viewer: Viewer, { type, slug, ...request }: SlugRequest): Promise<string> {
  const languages = preferredLanguages(request);
  const isValid = isSlug(type) && isSlug(slug);
  // Without hidden items: a draft does not take the place of a published item in another language.
  const scope = viewer.teaserScope;
  const values = [scope.siteId, type, slug];
  if (!isValid) throw notFound('Content');
  const itemId = viewer.entitlement.preview?.itemId;
  const preview = itemId ? await viewer.previewScope.row(FIND_PREVIEW, [...values, itemId, languages]) : null;
  if (preview) return preview.id;
  const item = languages
    ? (await scope.rows<{ id: string }>(FIND_BY_SLUG_AND_LANGUAGE, [...values, languages]))[0]
    : await scope.row(FIND_BY_SLUG, values);
  if (!item) throw notFound('Content');
  return item.id;
}
