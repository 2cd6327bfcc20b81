import { beforeAll, describe, expect, test } from 'vitest';
import { createItem } from '../features/content/items.ts';
import { useOwnService, useSite } from '../support/use-service.ts';
import { nodesOf, useExplainer } from './explainer.ts';

const SITES = 12;
const ROWS = 2_000;
/** Tables that grow with what a site stores; each has rows of many sites here. */
const GROWN = new Set([
  'content_item',
  'content_text',
  'knowledge_document',
  'knowledge_source',
  'chunk',
  'chat_session',
  'chat_turn',
  'chat_feedback',
]);

const service = useOwnService();
const site = useSite(service);
const { owner, explain } = useExplainer(service, site);
let itemId: string;

beforeAll(async () => {
  const sites = [site.id];
  while (sites.length < SITES) sites.push((await service.site()).id);
  await site.create('/knowledge/documents', { title: 'Surfing', content: 'How waves are ridden.' });
  itemId = (await createItem(site, { title: 'Waves' }))._id;
  await site.indexed();
  for (const fill of FILLS) await owner.query(fill, [sites, ROWS]);
  await owner.query('vacuum analyze');
});

const NUMBERED = `from unnest($1::uuid[]) site, generate_series(1, $2::int) n`;
const MOMENT = `timestamptz '2026-01-01' + n * interval '1 minute'`;
const FILLS = [
  `insert into content_item (id, site_id, external_id, type, title, title_folded, slug, language, categories, tags,
      status, access_level, required_subscriptions, custom_fields, ai_indexed, sort_order, published_at, created_at, updated_at)
    select gen_random_uuid(), site, 'e' || n, 'article', 'Title ' || n, 'title ' || n, 's' || n, 'en', '{}', '{}',
      'published', 'public', '{}', '{}', true, n, ${MOMENT}, ${MOMENT}, ${MOMENT} ${NUMBERED}`,
  `insert into content_text (item_id, site_id, terms)
    select id, site_id, to_tsvector('simple', title_folded) from content_item where site_id = any ($1) and sort_order <= $2
    on conflict do nothing`,
  `insert into knowledge_document (id, site_id, title, content, content_type, metadata, tags, access_level,
      required_subscriptions, created_at, updated_at)
    select gen_random_uuid(), site, 'Title ' || n, 'Text', 'text/plain', '{}', array['t' || n], 'public', '{}',
      ${MOMENT}, ${MOMENT} ${NUMBERED}`,
  `insert into knowledge_source (id, site_id, kind, title, file_name, content_type, access_level,
      required_subscriptions, status, chunks, revision, generation, text_access_level, text_required_subscriptions, created_at)
    select id, site_id, 'document', title, title, content_type, access_level, '{}', 'completed', 1, 1, 1, 'public', '{}',
      created_at from knowledge_document where site_id = any ($1) and tags <> '{}' and $2::int > 0`,
  `insert into chunk (id, site_id, source_id, generation, position, section, text, embedder, digest, embedding)
    select gen_random_uuid(), site_id, id, 1, 0, '{}', 'Text', 'local', 'd', '\\x00'
      from knowledge_source s where site_id = any ($1) and $2::int > 0
      and not exists (select from chunk c where c.source_id = s.id)`,
  `insert into chat_session (id, site_id, key, created_at, updated_at)
    select gen_random_uuid(), site, 'k' || n, ${MOMENT}, ${MOMENT} ${NUMBERED}`,
  `insert into chat_turn (id, site_id, session_id, message, message_folded, redacted_answer, has_outside_text,
      is_unanswered, has_failed_tool, created_at)
    select gen_random_uuid(), site_id, id, key, 'question ' || key, '{}', false, key like '%77', key like '%78', created_at
      from chat_session where site_id = any ($1) and $2::int > 0`,
  `insert into chat_feedback (turn_id, session_id, site_id, rating, created_at, updated_at)
    select id, session_id, site_id, case when message like '%79' then 'down' else 'up' end, created_at, created_at
      from chat_turn where site_id = any ($1) and $2::int > 0`,
];

/** The grown tables that the statements of `work` read from end to end. */
async function scansOf(work: () => Promise<{ status: number }>): Promise<string[]> {
  const explained = await explain(work);
  return explained.flatMap(({ statement, plan }) =>
    nodesOf(plan).flatMap(({ 'Node Type': type, 'Relation Name': table = '' }) =>
      type === 'Seq Scan' && GROWN.has(table) ? [`${table}: ${statement.slice(0, 200)}`] : [],
    ),
  );
}

describe('no grown table is read from end to end by', () => {
  test.each([
    '/content',
    '/content?sort=createdAt',
    '/content?sort=title&sortDir=asc',
    '/content?sort=sortOrder&sortDir=asc',
    '/content?type=article&status=published&accessLevel=public',
    '/content?search=title%2012',
    '/content?fullText=title%2012',
    '/content?fullText=title%2012&sort=createdAt&tag=red',
    '/content?fullText=title%2012&includeRestricted=true',
    '/content?tag=red',
    '/content?filter[categories][in]=red,blue',
    '/content?type=article&slug=s12',
    '/content/by-slug/article/s12',
    '/content?sort=-updatedAt,title',
    '/content?filter[createdAt][gt]=2026-01-02T00:00:00Z&filter[not][language]=de',
    '/content?includeRestricted=true',
    '/content?expand=true&limit=20',
    '/content?offset=1500',
    '/knowledge/documents',
    '/rag/documents',
  ])('GET %s', async (path) => {
    expect(await scansOf(() => site.get(path))).toEqual([]);
  });

  test('GET /content/:id', async () => {
    expect(await scansOf(() => site.get(`/content/${itemId}?expand=true`))).toEqual([]);
  });

  test.each([
    {},
    { unanswered: true },
    { toolFailed: true },
    { rating: 'down' },
    { personaId: '019a0000-0000-7000-8000-000000000000' },
    { from: '2026-01-01T01:00:00Z', to: '2026-01-02T01:00:00Z' },
    { text: 'question k77' },
  ])('conversations with the filter %j', async (filter) => {
    const query = `query ($siteId: ID!, $filter: ChatSessionFilter) {
      chatSessions(siteId: $siteId, filter: $filter) { total items { sessionId unanswered } }
    }`;
    const work = async () => {
      await service.admin(query, { siteId: site.id, filter });
      return { status: 200 };
    };
    expect(await scansOf(work)).toEqual([]);
  });

  test('the chunks of a source', async () => {
    const query = `query ($id: ID!) { knowledgeChunks(sourceId: $id) { total items { text } } }`;
    const work = async () => {
      const { data, errors } = await site.graphql<{ knowledgeChunks: { total: number } }>(query, { id: itemId });
      expect([errors, data?.knowledgeChunks.total]).toEqual([undefined, 1]);
      return { status: 200 };
    };
    expect(await scansOf(work)).toEqual([]);
  });

  test.each(['hybrid', 'standard', 'expanded'])('a %s search', async (searchType) => {
    expect(await scansOf(() => site.post('/rag/search', { query: 'How are waves ridden?', searchType }))).toEqual([]);
  });

  test('a search with preview', async () => {
    const query = { query: 'How are waves ridden?', preview: true };
    expect(await scansOf(() => site.post('/rag/search', query))).toEqual([]);
  });
});

test('a page in any order is read from its index, without sorting the items of the site', async () => {
  for (const sort of ['publishedAt', 'createdAt', 'sortOrder', 'title']) {
    const explained = await explain(() => site.get(`/content?sort=${sort}&limit=10`), { access: null });
    const sorted = explained.find(({ statement }) => statement.includes('order by'));
    expect(sorted && nodesOf(sorted.plan)).toContainEqual(
      expect.objectContaining({
        'Node Type': 'Index Scan',
        'Relation Name': 'content_item',
        'Index Name': expect.stringMatching(/^content_item_site_id_\w+/),
      }),
    );
  }
});
