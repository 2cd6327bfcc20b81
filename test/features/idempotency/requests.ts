import type { RestAnswer, TestSite } from '../../support/site.ts';
import { aPersona } from '../persona/personas.ts';
import { keyword } from '../trigger/triggers.ts';

type Answer = RestAnswer & { text: string };

/** Sends the same body under a key; headers override those of the site. */
export async function postWithKey(
  site: TestSite,
  path: string,
  body: unknown,
  key: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(`${site.service.url}/api/sdk${path}`, {
    method: 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'x-svc-api-key': site.key,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as RestAnswer['body'] };
}

/** A request of every operation that creates something and takes JSON, and the table that it writes to. */
export const CREATIONS: readonly { path: string; table: string; body: object }[] = [
  { path: '/content', table: 'content_item', body: { externalId: 'once', type: 'article', title: 'Once' } },
  { path: '/content-types', table: 'content_type', body: { name: 'Recipe', slug: 'recipe' } },
  { path: '/knowledge/documents', table: 'knowledge_document', body: { title: 'Once', content: 'Only once.' } },
  { path: '/knowledge/video', table: 'video_job', body: { videoUrl: 'https://video.invalid/once.mp4' } },
  { path: '/personas', table: 'persona', body: aPersona({ isDefault: true }) },
  { path: '/triggers', table: 'trigger', body: keyword('refund') },
  {
    path: '/webhook-tools',
    table: 'webhook_tool',
    body: {
      name: 'repair_status',
      description: 'How far a repair is.',
      inputSchema: { type: 'object', properties: {} },
      endpoint: 'https://example.org/repairs',
      method: 'POST',
    },
  },
  { path: '/assets/folders', table: 'asset_folder', body: { name: 'Photos', slug: 'photos' } },
  { path: '/assets/upload', table: 'asset', body: { filename: 'a.txt', contentType: 'text/plain' } },
];

export function bodyFor(path: string): object {
  const creation = CREATIONS.find((each) => each.path === path);
  if (!creation) throw new Error(`Nothing is created by POST ${path}`);
  return creation.body;
}

/** How many rows of a table a site has. */
export async function rowsOf(site: TestSite, table: string): Promise<number> {
  const [row] = await site.service.app.database
    .forSite(site.id, 'background')
    .rows<{ count: number }>(`select count(*)::int as count from ${table} where site_id = $1`, [site.id]);
  return row?.count ?? 0;
}
