import { describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';

const FIELDS = 'fields[0]';

describe('POST /content-types: invalid field definitions', () => {
  const site = useSite();

  test.each([
    [[{ type: 'text' }], `${FIELDS}.name is required`],
    [[{ name: 'a' }], `${FIELDS}.type is required`],
    [
      [{ name: 'Title', type: 'text' }],
      `${FIELDS}.name must be camelCase: letters and digits, starting with a lower-case letter`,
    ],
    [
      [{ name: 'snake_case', type: 'text' }],
      `${FIELDS}.name must be camelCase: letters and digits, starting with a lower-case letter`,
    ],
    [[{ name: 'constructor', type: 'text' }], `${FIELDS}.name must not be the reserved word "constructor"`],
    [
      [{ name: 'a', type: 'text', validation: { options: ['x'] } }],
      `${FIELDS}.validation.options does not apply to a field of type "text"`,
    ],
    [
      [{ name: 'a', type: 'boolean', validation: { min: 1 } }],
      `${FIELDS}.validation.min does not apply to a field of type "boolean"`,
    ],
    [[{ name: 'a', type: 'select' }], `${FIELDS}.validation.options is required`],
    [
      [{ name: 'a', type: 'number', validation: { min: 2, max: 1 } }],
      `${FIELDS}.validation.min must not be greater than max`,
    ],
    [[{ name: 'a', type: 'number', defaultValue: 'x' }], `${FIELDS}.defaultValue must be a number`],
    [
      [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'number' },
      ],
      'fields[1].name must be unique, but fields[0] is named "a" too',
    ],
    [Array.from({ length: 201 }, (_, n) => ({ name: `f${n}`, type: 'text' })), 'fields must have at most 200 items'],
  ])('fields %# are 400', async (fields, message) => {
    const { status, body } = await site.post('/content-types', { name: 'Faulty', slug: 'faulty', fields });
    expect({ status, error: body.error }).toEqual({ status: 400, error: message });
  });

  test('an unknown field type is 400 and lists the seventeen there are', async () => {
    const fields = [{ name: 'a', type: 'magic' }];
    const { status, body } = await site.post('/content-types', { name: 'Faulty', slug: 'faulty', fields });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^fields\[0\]\.type must be "text", .* or "location"$/);
    expect(body.error?.match(/"/g)).toHaveLength(2 * 17);
  });

  test('a pattern that is no regular expression is 400', async () => {
    const fields = [{ name: 'a', type: 'text', validation: { pattern: '(' } }];
    const { status, body } = await site.post('/content-types', { name: 'Faulty', slug: 'faulty', fields });
    expect(status).toBe(400);
    expect(body.details?.[0]?.field).toBe('fields[0].validation.pattern');
  });
});
