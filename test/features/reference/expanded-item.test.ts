import { Kind, parse } from 'graphql';
import { expect, test } from 'vitest';
import type { ContentItem } from '../../../src/features/content/content.types.ts';
import { createItemFormatter } from '../../../src/features/reference/expanded-item.ts';

const item = {
  id: '1',
  title: 'Bells',
  url: null,
  author: null,
  createdBy: 'ada',
  sortOrder: 7,
  createdAt: '2026-11-23 10:00:00+00',
  videoMetadata: { duration: 3, resolution: null, internalUrl: 'https://inside.example' },
  fieldOfTomorrow: 'not yet shown',
} as unknown as ContentItem;

function expanded(fields: string): object {
  const [fragment] = parse(`fragment Item on ContentItem { ${fields} }`).definitions;
  if (fragment?.kind !== Kind.FRAGMENT_DEFINITION) throw new TypeError('not a fragment');
  return createItemFormatter(fragment)(item);
}

test('an expanded item has the fields that the fragment names under their aliases, and no others', () => {
  expect(expanded('_id: id title')).toEqual({ _id: '1', title: 'Bells' });
  expect(expanded('videoMetadata { seconds: duration }')).toEqual({ videoMetadata: { seconds: 3 } });
});

test('a null is left out with @omitNull only', () => {
  expect(expanded('url @omitNull author')).toEqual({ author: null });
  expect(expanded('videoMetadata { duration resolution @omitNull }')).toEqual({ videoMetadata: { duration: 3 } });
});

test('times have the format of the API, and the item’s own position is not shown', () => {
  expect(expanded('createdAt sortOrder')).toEqual({ createdAt: '2026-11-23T10:00:00.000Z' });
});

test('a fragment with more than fields is an error of the start', () => {
  expect(() => expanded('title ... on ContentItem { url }')).toThrow('must consist of fields');
});
