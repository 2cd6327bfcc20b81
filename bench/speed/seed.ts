import type { Client as Database } from 'pg';
import { type Client, createSite } from '../eval/client.ts';
import { ADMIN_KEY } from './processes.ts';

/** What a site of the benchmark has. */
export interface SeededSite {
  siteId: string;
  key: string;
  typeId: string;
  size: number;
  /** Ids of some of its items. */
  ids: string[];
}

const SAMPLE = 200;

const FIELDS = [
  { name: 'subtitle', type: 'text', validation: { required: true, max: 200 } },
  { name: 'rating', type: 'number', validation: { min: 0, max: 10 } },
  { name: 'featured', type: 'boolean' },
  { name: 'next', type: 'reference' },
  { name: 'related', type: 'references' },
];
const MARKED = FIELDS.map((field) => ({ ...field, sortable: ['subtitle', 'rating'].includes(field.name) }));

/**
 * A site with `size` articles. Each refers to two others, which refer to two others in turn. The type is not indexed
 * for search, so that creations are measured alone.
 * @param isMarked two of its fields are sortable
 */
export async function seedSite(url: string, database: Database, size: number, isMarked: boolean): Promise<SeededSite> {
  const { siteId, client, key } = await createSite(url, ADMIN_KEY);
  const fields = isMarked ? MARKED : FIELDS;
  const typeId = await createType(client, 'post', { fields, indexed: false });
  await createType(client, 'indexed-post', { fields, indexed: true });
  await database.query(INSERT, [siteId, typeId, size]);
  await database.query('vacuum analyze content_item, content_field_value');
  const { rows } = await database.query<{ id: string }>(
    'select id from content_item where site_id = $1 order by published_at desc, id limit $2',
    [siteId, SAMPLE],
  );
  return { siteId, key, typeId, size, ids: rows.map(({ id }) => id) };
}

async function createType(
  client: Client,
  slug: string,
  { fields, indexed }: { fields: object[]; indexed: boolean },
): Promise<string> {
  const { data } = await client.call<{ data: { _id: string } }>('POST', '/api/sdk/content-types', {
    name: slug,
    slug,
    fields,
    aiConfig: { indexed, generateEmbeddings: indexed },
  });
  return data._id;
}

/** The id of the n-th article of a site. */
const ID = (n: string) => `(md5($1::uuid::text || ' ' || ((${n}) % $3::int))::uuid)`;

const INSERT = `insert into content_item (id, site_id, external_id, type, content_type_id, title, title_folded, content,
    excerpt, slug, url, language, categories, tags, status, access_level, required_subscriptions, author,
    custom_fields, ai_indexed, sort_order, published_at, created_at, updated_at)
  select ${ID('n')}, $1::uuid, 'external-' || n, 'post', $2::uuid, 'Title of article ' || n, 'title of article ' || n,
    repeat('A sentence of the body of article ' || n || '. ', 30),
    'A summary of article ' || n || ' in a few words, as a list shows it.', 'article-' || n,
    'https://example.org/articles/' || n, 'en', array['news', 'category ' || n % 7], array['tag ' || n % 31, 'all'],
    'published', 'public', '{}', 'Author ' || n % 11,
    jsonb_build_object('subtitle', 'Subtitle ' || n, 'rating', n % 10, 'featured', n % 2 = 0, 'next', ${ID('n + 1')},
      'related', jsonb_build_array(${ID('n + 17')})),
    true, n % 100, moment, moment, moment
  from (select n, timestamptz '2026-01-01 00:00:00+00' + n * interval '1 second' as moment
    from generate_series(0, $3::int - 1) n) numbered`;
