import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import pg from 'pg';
import { CREATE, ITEM, ITEMS_BY_IDS, LIST, LIST_WITH_FIELDS, TOTAL } from './reference-sql.ts';

/**
 * The least that answers as the service does: `node:http`, `pg` and SQL written by hand. It knows its one caller, checks
 * nothing, and reads totals from a table that it keeps beside its inserts.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

const TIMESTAMPTZ = 1184;
/** From `2026-11-21 09:30:00.25+00`: without a `Date` for each. */
pg.types.setTypeParser(TIMESTAMPTZ, (text) => {
  const fraction = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
});

type Row = Record<string, unknown> & { _id: string; customFields: Record<string, unknown> };
type Values = unknown[];

async function query<T extends object>(name: string, text: string, values: Values): Promise<T[]> {
  return (await pool.query<T>({ name, text, values })).rows;
}

/** Null means nothing in these fields. */
function toItem(row: Row): Row {
  if (row['url'] === null) delete row['url'];
  if (row['requiredSubscriptions'] === null) delete row['requiredSubscriptions'];
  if (row['metadata'] === null) delete row['metadata'];
  if (row['videoMetadata'] === null) delete row['videoMetadata'];
  if (row['documentMetadata'] === null) delete row['documentMetadata'];
  if (row['courseMetadata'] === null) delete row['courseMetadata'];
  return row;
}

async function readPage(siteId: string, limit: number): Promise<{ items: Row[]; total: number; hasMore: boolean }> {
  const [rows, [total]] = await Promise.all([
    query<Row>('list', LIST, [siteId, limit + 1]),
    query<{ total: number }>('total', TOTAL, [siteId]),
  ]);
  const items = rows.slice(0, limit);
  return { items, total: total?.total ?? 0, hasMore: rows.length > limit };
}

async function list({ siteId, limit, expand }: Asked): Promise<object> {
  const { items, total, hasMore } = await readPage(siteId, limit);
  items.forEach(toItem);
  if (expand) await expandAll(siteId, items);
  return { success: true, data: items, pagination: { total, limit, offset: 0, hasMore }, endCursor: cursorAt(items) };
}

/** Of whole seconds. */
function cursorAt(items: readonly Row[]): string {
  const last = items.at(-1);
  const moment = String(last?.['publishedAt']).replace('T', ' ').replace('.000Z', '+00');
  return Buffer.from(JSON.stringify([moment, last?._id])).toString('base64url');
}

const DEPTH = 3;

async function expandAll(siteId: string, items: readonly Row[]): Promise<void> {
  const read = new Map<string, Row>();
  let level = items;
  for (let depth = 0; depth < DEPTH; depth++) {
    const ids = level.flatMap(({ customFields }) => [
      customFields['next'] as string,
      ...(customFields['related'] as string[]),
    ]);
    const missing = [...new Set(ids)].filter((id) => !read.has(id));
    if (missing.length > 0) {
      for (const row of await query<Row>('by ids', ITEMS_BY_IDS, [siteId, missing])) read.set(row._id, toItem(row));
    }
    const next: Row[] = [];
    const copy = (id: string, position?: number): Row => {
      const row = read.get(id) as Row;
      const item: Row = { ...row, customFields: { ...row.customFields } };
      if (position !== undefined) item['sortOrder'] = position;
      next.push(item);
      return item;
    };
    for (const { customFields } of level) {
      customFields['next'] = copy(customFields['next'] as string);
      customFields['related'] = (customFields['related'] as string[]).map(copy);
    }
    level = next;
  }
}

async function get({ siteId, id }: Asked): Promise<object> {
  const [row] = await query<Row>('item', ITEM, [siteId, id]);
  return {
    success: true,
    data: row && toItem(row),
    access: { level: 'public', requiredSubscriptions: [], userHasAccess: true, userSubscriptions: [] },
    user: { uid: null, membershipTier: 'free', subscriptions: [] },
  };
}

async function graphql({ siteId }: Asked): Promise<object> {
  const [rows, [total]] = await Promise.all([
    query<Row>('list with fields', LIST_WITH_FIELDS, [siteId, 50]),
    query<{ total: number }>('total', TOTAL, [siteId]),
  ]);
  return { data: { contents: { items: rows, total: total?.total ?? 0 } } };
}

interface NewItem {
  externalId: string;
  title: string;
  status: string;
  content: string;
  customFields: object;
}

async function create({ siteId, typeId, input }: Asked): Promise<object> {
  const { externalId, title, status, content, customFields } = input as NewItem;
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const values = [siteId, externalId, typeId, title, title.toLowerCase(), content, slug, status, customFields];
  const [row] = await query<Row>('create', CREATE, values);
  return { success: true, data: row && toItem(row) };
}

/** Everything that a request says, in its query string or its body. */
interface Asked {
  siteId: string;
  typeId: string;
  id: string;
  limit: number;
  expand: boolean;
  input: unknown;
}

const ROUTES: Record<string, (asked: Asked) => Promise<object>> = { list, get, graphql, create };

const server = createServer((request, response) => {
  const answer = async (): Promise<object> => {
    const [path = '', search = ''] = (request.url ?? '').split('?');
    const route = ROUTES[path.slice(1)];
    if (!route) return {};
    const asked = Object.fromEntries(search.split('&').map((pair) => pair.split('='))) as Record<string, string>;
    return route({
      siteId: asked['site'] ?? '',
      typeId: asked['type'] ?? '',
      id: asked['id'] ?? '',
      limit: Number(asked['limit']),
      expand: asked['expand'] === 'true',
      input: request.method === 'POST' ? await json(request) : undefined,
    });
  };
  answer().then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
