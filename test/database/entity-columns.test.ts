import { defineEntity, p } from '@mikro-orm/core';
import { expect, test } from 'vitest';
import { assertColumnsExist, columnsOfTable } from '../../src/database/entity-columns.ts';
import { entities } from '../../src/features/features.ts';
import { useDatabase } from '../support/use-database.ts';

/** Tables that one statement alone reads, and columns that none does. */
const WITHOUT_PROPERTY = [
  'app_user',
  // Levels are read as PostgreSQL computes them, in `access_level`.
  'asset.own_access_level',
  'asset.own_required_subscriptions',
  // Earlier versions write it.
  'asset.variants',
  'asset_list',
  'asset_use',
  'chat_turn_source',
  'chunk_vector',
  'content_change',
  'content_count',
  'content_feed',
  'content_field_change',
  'content_field_index',
  'content_field_list',
  'content_field_value',
  // By it, statements name the custom fields as the type does now.
  'content_item.fields_version',
  'content_list',
  'content_text',
  'draft_asset_use',
  'embedding_state',
  'migration',
  'plan_limit',
  'site_invitation',
  'site_member',
  'site_revision',
  'site_usage',
  'trigger_version',
  // better-auth reads and writes them whole.
  'user_account',
  'user_passkey',
  'user_session',
  'user_verification',
];

const database = useDatabase();

test('every property of every entity has its column', async () => {
  await assertColumnsExist(database.system, entities);
});

test('a property without a column stops the start with its name', async () => {
  const Longer = defineEntity({
    name: 'Collection',
    tableName: 'collection',
    properties: { id: p.uuid().primary(), shortName: p.text() },
  });
  await expect(assertColumnsExist(database.system, [Longer])).rejects.toThrow(
    'The database lacks collection.short_name: a migration has to add it',
  );
});

test('every column has its property, so that no read leaves one out by accident', async () => {
  const rows = await database.system.rows<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = current_schema()`,
  );
  const named = new Set(entities.flatMap((entity) => columnsOfTable(entity)));
  const nameless = rows.filter(({ table, column }) => !named.has(`${table}.${column}`));
  const isEntity = new Set(entities.map(({ meta }) => meta.tableName));
  const found = nameless.map(({ table, column }) => (isEntity.has(table) ? `${table}.${column}` : table));
  expect([...new Set(found)].toSorted()).toEqual(WITHOUT_PROPERTY);
});
