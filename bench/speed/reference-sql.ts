const ITEM_COLUMNS = `id as "_id", revision, external_id as "externalId", type, content_type_id as "contentTypeId", title,
  excerpt, slug, url, language, to_json(categories) as categories, to_json(tags) as tags, status, access_level as "accessLevel",
  case when access_level = 'subscription' then to_json(required_subscriptions) end as "requiredSubscriptions", author,
  featured_image as "featuredImage", metadata, video_metadata as "videoMetadata",
  document_metadata as "documentMetadata", course_metadata as "courseMetadata", ai_indexed as "aiIndexed",
  collection_id as "collectionId", sort_order as "sortOrder", published_at as "publishedAt",
  created_at as "createdAt", updated_at as "updatedAt"`;

const NEWEST = 'order by published_at desc nulls last, id desc limit $2';

export const LIST = `select ${ITEM_COLUMNS}, custom_fields as "customFields" from content_item
  where site_id = $1 ${NEWEST}`;

/** What the GraphQL scenario selects. */
export const GRAPHQL_FIELDS = [
  'id',
  'externalId',
  'type',
  'title',
  'excerpt',
  'slug',
  'url',
  'language',
  'categories',
  'tags',
  'status',
  'accessLevel',
  'author',
  'featuredImage',
  'aiIndexed',
  'sortOrder',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'customFields',
];

export const LIST_WITH_FIELDS = `select ${GRAPHQL_FIELDS.map(columnOf).join(', ')} from content_item
  where site_id = $1 ${NEWEST}`;

function columnOf(field: string): string {
  if (field === 'categories' || field === 'tags') return `to_json(${field}) as ${field}`;
  return `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${field}"`;
}

export const ITEMS_BY_IDS = `select ${ITEM_COLUMNS}, custom_fields as "customFields" from content_item
  where site_id = $1 and id = any($2::uuid[])`;

export const ITEM = `select ${ITEM_COLUMNS}, content, custom_fields as "customFields" from content_item
  where site_id = $1 and id = $2`;

export const TOTAL = 'select total from bench_total where site_id = $1';

/** The statement keeps the total of its site. */
export const CREATE = `with counted as (update bench_total set total = total + 1 where site_id = $1)
  insert into content_item (id, site_id, external_id, type, content_type_id, title, title_folded, content,
    slug, language, categories, tags, status, access_level, required_subscriptions, custom_fields, ai_indexed,
    sort_order, published_at, created_at, updated_at)
  values (gen_random_uuid(), $1, $2, 'post', $3, $4, $5, $6, $7, 'en', '{}', '{}', $8, 'public', '{}', $9, true, 0, now(),
    now(), now())
  returning ${ITEM_COLUMNS}, content, custom_fields as "customFields"`;

export const CREATE_TOTALS = `create table bench_total (site_id uuid primary key, total integer not null)`;
export const FILL_TOTAL = `insert into bench_total select site_id, count(*) from content_item where site_id = $1
  group by site_id`;
