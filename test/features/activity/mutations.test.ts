import { beforeAll, describe, expect, test } from 'vitest';
import { apiSchema as schema } from '../../support/api-schema.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { readLog } from './log.ts';
import { OF_CONTENT } from './mutations.content.ts';
import { EXCEPTIONS, OF_SITE } from './mutations.site.ts';
import { World } from './world.ts';

const CASES = { ...OF_CONTENT, ...OF_SITE };
const service = useService();
const site = useSite(service);
let world: World;

beforeAll(async () => {
  world = await World.open(site);
});

test('every mutation is tested below, or is an exception with a reason', () => {
  const all = Object.keys(schema.getMutationType()?.getFields() ?? {});
  expect([...Object.keys(CASES), ...Object.keys(EXCEPTIONS)].toSorted()).toEqual(all.toSorted());
});

const cases = Object.entries(CASES).flatMap(([name, of]) => [of].flat().map((one) => ({ name, ...one })));

describe('is logged once, as done by its caller', () => {
  test.each(cases)('$name: $log', async ({ given, mutation, send, log, by = 'key' }) => {
    const prepared = (await given?.(world)) ?? '';
    const [last] = await readLog(site, {});
    await (send ? send(world) : world.ask(mutation(prepared, world), by));
    const entries = await readLog(site, {});
    const made = entries.slice(
      0,
      entries.findIndex(({ id }) => id === last?.id),
    );
    const told = made.map(({ action, resourceType, changedFields }) =>
      [`${action} ${resourceType}`, changedFields.join(' ')].filter(Boolean).join(': '),
    );
    expect(told).toEqual(log);
    for (const { actor, resourceId, title, count } of made) {
      expect(actor.kind).toBe({ key: 'key', owner: 'member', admin: 'admin' }[by]);
      expect({ resourceId, title, count }).toEqual({
        resourceId: expect.any(String),
        title: expect.any(String),
        count: 1,
      });
    }
  });
});

test('no value of a secret is in the log', async () => {
  const rows = await service.app.database.forSite(site.id, 'background').rows('select a::text as text from activity a');
  expect(JSON.stringify(rows)).not.toMatch(/secret-header|secret-path|secret-of-a-model|svc_sdk_|sha256:|whsec_/);
});

/** Tables of sites that are no resources, each with its reason. */
const NOT_LOGGED: Record<string, string> = Object.fromEntries(
  [
    ['is the log', 'activity'],
    ['follows from the content', 'content_change content_feed content_version content_text content_field_value'],
    [
      'follows from the content',
      'content_field_change content_field_index content_count content_trash asset_use draft_asset_use image_variant',
    ],
    ['is how the knowledge base is indexed', 'knowledge_source chunk chunk_vector file_text file_job video_job'],
    ['is how the knowledge base is indexed', 'video_segment job'],
    ['is what visitors do', 'chat_turn chat_turn_source chat_summary chat_answer chat_confirmation'],
    ['is what visitors do', 'chat_feedback model_usage'],
    ['is of a user alone', 'saved_view'],
    ['is a log of calls', 'webhook_tool_call webhook_delivery idempotent_answer'],
    ['is a number that advances with a change', 'site_revision site_usage trigger_version'],
  ].flatMap(([reason, tables]) => (tables ?? '').split(' ').map((table) => [table, reason ?? ''])),
);

test('every table of sites is logged, or is an exception with a reason', async () => {
  const rows = await service.app.database.system.rows<{ name: string; isLogged: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid
       and t.tgname like 'log\\_' || c.relname || '\\_activity\\_%') as "isLogged"
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'site_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
  );
  const names = rows.filter(({ isLogged }) => !isLogged).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(NOT_LOGGED).toSorted());
});
