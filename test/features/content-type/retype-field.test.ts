import { describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { type Item, createItem, createType, listItems } from '../content/items.ts';
import { type Field, fieldsOf, updateFields } from './fields.ts';

const site = useSiteForEach(useService());

const PREVIEW = `query ($slug: String!, $fields: [FieldDefinitionInput!]!) {
  contentTypeUpdatePreview(slug: $slug, fields: $fields) {
    kind field { name type } former { name type } items unfit unconvertible } }`;

async function preview(slug: string, fields: readonly object[]) {
  const { data } = await site.graphql<{ contentTypeUpdatePreview: object[] }>(PREVIEW, { slug, fields });
  return data!.contentTypeUpdatePreview;
}

/** The fields of a type with changes of those of some names. */
async function changed(slug: string, changes: Record<string, object>): Promise<Field[]> {
  return (await fieldsOf(site, slug)).map((field) => ({ ...field, ...changes[field.name] }));
}

async function valuesOf(items: readonly Item[], name: string): Promise<unknown[]> {
  const answers = await Promise.all(items.map(({ _id }) => site.get<Item>(`/content/${_id}`)));
  return answers.map(({ body }) => body.data.customFields[name]);
}

async function pricedItems(prices: readonly unknown[]): Promise<Item[]> {
  await createType(site, 'offer', [{ name: 'price', type: 'text' }]);
  const items: Item[] = [];
  for (const price of prices) items.push(await createItem(site, { type: 'offer', customFields: { price } }));
  return items;
}

describe('a field that gets another type', () => {
  test('with values that are not valid then is 409 with their number, and changes nothing', async () => {
    const items = await pricedItems(['12.50', 'on request', '7']);
    const fields = await changed('offer', { price: { type: 'number' } });
    expect(await preview('offer', fields)).toEqual([
      {
        kind: 'retyped',
        field: { name: 'price', type: 'number' },
        former: { name: 'price', type: 'text' },
        items: 3,
        unfit: 3,
        unconvertible: 1,
      },
    ]);
    expect(await updateFields(site, 'offer', fields)).toMatchObject({
      code: 'CONFLICT',
      values: [{ field: 'price', type: 'number', items: 3, unfit: 3, unconvertible: 1 }],
      details: [
        { field: 'fields[0].type', message: expect.stringMatching(/3 items have values of "price"/) as string },
      ],
    });
    expect((await fieldsOf(site, 'offer'))[0]?.type).toBe('text');
    expect(await valuesOf(items, 'price')).toEqual(['12.50', 'on request', '7']);
  });

  test('converts those for which there is a conversion, keeps the others, and a version of what was', async () => {
    const items = await pricedItems(['12.50', 'on request', '7']);
    const fields = await changed('offer', { price: { type: 'number', sortable: true } });
    expect(await updateFields(site, 'offer', fields, { convert: ['price'] })).toBeUndefined();
    await site.indexed();
    expect(await valuesOf(items, 'price')).toEqual([12.5, 'on request', 7]);
    expect((await listItems(site, 'type=offer&filter[fields.price][gt]=10')).pagination.total).toBe(1);
    const { body } = await site.get<{ values: Item }>(`/content/${items[0]!._id}/versions/1`);
    expect(body.data.values.customFields).toEqual({ price: '12.50' });
    const { status, body: published } = await site.put(`/content/${items[1]!._id}`, { status: 'published' });
    expect({ status, error: published.error }).toEqual({ status: 400, error: 'customFields.price must be a number' });
    expect((await site.put(`/content/${items[1]!._id}`, { title: 'Other' })).status).toBe(200);
    const mended = { status: 'published', customFields: { price: 3 } };
    expect((await site.put(`/content/${items[1]!._id}`, mended)).status).toBe(200);
  });

  test('leaves all values as they are with keepValues, and as REST always did', async () => {
    const items = await pricedItems(['12']);
    const fields = await changed('offer', { price: { type: 'number' } });
    expect(await updateFields(site, 'offer', fields, { keepValues: true })).toBeUndefined();
    expect(await valuesOf(items, 'price')).toEqual(['12']);
    expect((await site.put('/content-types/offer', { fields: [{ name: 'price', type: 'boolean' }] })).status).toBe(200);
    expect(await valuesOf(items, 'price')).toEqual(['12']);
  });

  test('asks nothing where all values are valid', async () => {
    const items = await pricedItems(['12', '13']);
    const select = { type: 'select', validation: { options: ['12', '13'] } };
    expect(await updateFields(site, 'offer', await changed('offer', { price: select }))).toBeUndefined();
    expect(await valuesOf(items, 'price')).toEqual(['12', '13']);
  });

  test('converts drafts as well, which can be published then', async () => {
    const [item] = (await pricedItems([undefined])) as [Item];
    await site.put(`/content/${item._id}`, { status: 'published' });
    await site.put(`/content/${item._id}/draft`, { customFields: { price: '5' } });
    const fields = await changed('offer', { price: { type: 'number' } });
    expect(await preview('offer', fields)).toMatchObject([{ items: 1, unfit: 1, unconvertible: 0 }]);
    expect(await updateFields(site, 'offer', fields, { convert: ['price'] })).toBeUndefined();
    await site.indexed();
    const { status, body } = await site.post<Item>(`/content/${item._id}/draft/publish`, {});
    expect({ status, values: body.data.customFields }).toEqual({ status: 200, values: { price: 5 } });
  });

  test('and another name at once has its values under that name', async () => {
    const items = await pricedItems(['8']);
    const fields = await changed('offer', { price: { type: 'number', name: 'amount' } });
    expect(await updateFields(site, 'offer', fields, { convert: ['amount'] })).toBeUndefined();
    await site.indexed();
    expect(await valuesOf(items, 'amount')).toEqual([8]);
    const unknown = await updateFields(site, 'offer', await fieldsOf(site, 'offer'), { convert: ['price'] });
    expect(unknown).toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'convert[0]' }] });
  });

  test('does not turn a version from before it into an error where its values can be converted', async () => {
    const [item] = (await pricedItems(['12'])) as [Item];
    await site.put(`/content/${item._id}`, { customFields: { price: '13' } });
    const fields = await changed('offer', { price: { type: 'number' } });
    expect(await updateFields(site, 'offer', fields, { convert: ['price'] })).toBeUndefined();
    await site.indexed();
    const { status, body } = await site.post<Item>(`/content/${item._id}/versions/1/restore`, {});
    expect({ status, values: body.data.customFields }).toEqual({ status: 200, values: { price: 12 } });
  });

  test.each<[string, string, unknown, unknown, object?]>([
    ['number', 'text', 12.5, '12.5'],
    ['boolean', 'text', true, 'true'],
    ['text', 'boolean', 'Yes', true],
    ['text', 'number', '9007199254740993', undefined],
    ['text', 'date', '2025-01-31', '2025-01-31'],
    ['text', 'date', 'soon', undefined],
    ['date', 'datetime', '2025-01-31', '2025-01-31T00:00:00Z'],
    ['datetime', 'text', '2025-01-31T09:30:00Z', '2025-01-31T09:30:00Z'],
    ['datetime', 'date', '2025-01-31T09:30:00Z', undefined],
    ['datetime', 'date', '2025-01-31T00:00:00Z', '2025-01-31'],
    ['text', 'multiselect', 'a', ['a'], { options: ['a', 'b'] }],
    ['text', 'multiselect', 'a, b', ['a', 'b'], { options: ['a', 'b'] }],
    ['text', 'select', 'c', undefined, { options: ['a', 'b'] }],
    ['multiselect', 'text', ['a', 'b'], 'a, b'],
    ['multiselect', 'select', ['a'], 'a', { options: ['a', 'b'] }],
    ['multiselect', 'select', ['a', 'b'], undefined, { options: ['a', 'b'] }],
    ['text', 'reference', 'Anna', undefined],
    ['text', 'location', '52.5, 13.4', { lat: 52.5, lng: 13.4 }],
    ['location', 'text', { lat: 1, lng: 2 }, undefined],
    ['location', 'json', { lat: 1, lng: 2 }, { lat: 1, lng: 2 }],
  ])('from %s to %s: %j becomes %j', async (from, to, value, expected, validation = {}) => {
    const options = from === 'multiselect' ? { options: ['a', 'b'] } : {};
    await createType(site, 'kind', [{ name: 'value', type: from, validation: options }]);
    const item = await createItem(site, { type: 'kind', customFields: { value } });
    const fields = await changed('kind', { value: { type: to, validation } });
    const [{ unconvertible }] = (await preview('kind', fields)) as [{ unconvertible: number }];
    expect(unconvertible).toBe(expected === undefined ? 1 : 0);
    expect(await updateFields(site, 'kind', fields, { convert: ['value'] })).toBeUndefined();
    await site.indexed();
    expect(await valuesOf([item], 'value')).toEqual([expected ?? value]);
  });
});

test('a field that is removed or renamed says in how many items there are values', async () => {
  await createType(site, 'offer', [
    { name: 'price', type: 'text' },
    { name: 'note', type: 'text' },
  ]);
  await createItem(site, { type: 'offer', customFields: { price: '1', note: 'N' } });
  await createItem(site, { type: 'offer', customFields: { price: '2' } });
  const [price, note] = await fieldsOf(site, 'offer');
  expect(await preview('offer', [{ ...price, name: 'cost' }])).toMatchObject([
    { kind: 'removed', former: { name: 'note' }, items: 1 },
    { kind: 'renamed', former: { name: 'price' }, field: { name: 'cost' }, items: 2 },
  ]);
  expect(await preview('offer', [price!, note!])).toEqual([]);
});
