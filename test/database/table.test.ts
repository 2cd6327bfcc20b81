import { expect, test } from 'vitest';
import { type TableRow, expression, orNull, table } from '../../src/database/table.ts';
import { CollectionEntity } from '../../src/features/collection/collection.entity.ts';

const collections = table(CollectionEntity, 'l', {
  omit: ['siteId', 'updatedAt', 'revision'],
  add: { items: expression<number>('count(i.*)') },
  join: 'left join content_item i on i.collection_id = l.id',
});

test('the select list has every property that is not omitted, under its own name, and the added columns', () => {
  expect(collections.select('where true')).toBe(
    'select l.id as "id", l.created_at as "createdAt", l.name as "name", l.slug as "slug", ' +
      'l.description as "description", l.sort_order as "order", count(i.*) as "items" ' +
      'from collection l left join content_item i on i.collection_id = l.id where true',
  );
});

test('the row type follows the entity: what is omitted or misspelt does not compile', () => {
  const read = (row: TableRow<typeof collections>) => {
    const types: { id: string; createdAt: string; description: string | null; order: number; items: number } = row;
    // @ts-expect-error: omitted
    void row.siteId;
    return types;
  };
  // @ts-expect-error: no such property
  table(CollectionEntity, 'l', { omit: ['site'] });
  // @ts-expect-error: no such column
  expect(collections.c.ordr).toBeUndefined();
  expect(read).toBeInstanceOf(Function);
});

test('a list of some properties, and columns of other tables, have the types of their entities', () => {
  const names = table(CollectionEntity, 'n', { only: ['name'], add: { outer: orNull(collections.c.order) } });
  const read = (row: TableRow<typeof names>) => {
    const types: { name: string; outer: number | null } = row;
    // @ts-expect-error: not read
    void row.slug;
    // @ts-expect-error: may be null
    const outer: number = row.outer;
    return [types, outer];
  };
  expect(names.statement((columns) => `delete from collection n returning ${columns}`)).toBe(
    'delete from collection n returning n.name as "name", l.sort_order as "outer"',
  );
  // @ts-expect-error: no such property
  expect(() => table(CollectionEntity, 'n', { only: ['nome'] })).not.toThrow();
  expect(read).toBeInstanceOf(Function);
});
