import { describe, expect, test } from 'vitest';
import { fieldNames } from '../../../src/features/site-schema/field-names.ts';
import { namesBySlug } from '../../../src/features/site-schema/type-names.ts';

const NOTHING = { types: new Set<string>(), fields: new Set<string>() };

describe('names of content types', () => {
  test.each([
    ['post', 'Post', 'post', 'posts'],
    ['posts', 'Post', 'post', 'posts'],
    ['blog-post', 'BlogPost', 'blogPost', 'blogPosts'],
    ['category', 'Category', 'category', 'categories'],
    ['categories', 'Category', 'category', 'categories'],
    ['address', 'Address', 'address', 'addresses'],
    ['boxes', 'Box', 'box', 'boxes'],
    ['status', 'Status', 'status', 'statuses'],
    ['news', 'News', 'newsItem', 'news'],
    ['3d-model', 'Type3dModel', 'type3dModel', 'type3dModels'],
    ['a--b', 'AB', 'aB', 'aBs'],
  ])('%s', (slug, type, one, list) => {
    expect(namesBySlug([slug], NOTHING).get(slug)).toMatchObject({ type, one, list });
  });

  test('the later of two with the same name gets a number in all of its names', () => {
    const names = namesBySlug(['a-1', 'a1', 'post', 'posts'], NOTHING);
    expect(names.get('a-1')).toMatchObject({ type: 'A1', one: 'a1', list: 'a1s' });
    expect(names.get('a1')).toMatchObject({ type: 'A12', one: 'a12', list: 'a1s2', filter: 'A12Filter' });
    expect(names.get('posts')).toMatchObject({ type: 'Post2', one: 'post2', list: 'posts2', create: 'createPost2' });
  });

  test('a name of the schema itself, or one derived for another type, is taken', () => {
    const taken = { types: new Set(['Query', 'ContentPage']), fields: new Set(['contents']) };
    const names = namesBySlug(['query', 'content', 'post', 'post-page', 'post-filter'], taken);
    expect([...names.values()].map(({ type }) => type)).toEqual([
      'Query2',
      'Content2',
      'Post',
      'PostPage2',
      'PostFilter2',
    ]);
  });
});

describe('names of fields', () => {
  test('a custom field hides a built-in one, except those that every item has', () => {
    const { custom, builtIn } = fieldNames(['author', 'title', 'or', 'rating'], ['author', 'title', 'excerpt']);
    expect(Object.fromEntries(custom)).toEqual({
      author: 'author',
      title: 'titleField',
      or: 'orField',
      rating: 'rating',
    });
    expect(Object.fromEntries(builtIn)).toEqual({ author: 'builtInAuthor', title: 'title', excerpt: 'excerpt' });
  });

  test('none is given twice', () => {
    const names = fieldNames(
      ['title', 'titleField', 'author', 'builtInAuthor', 'titleField2'],
      ['author', 'title', 'builtInAuthor2'],
    );
    const all = [...names.custom.values(), ...names.builtIn.values()];
    expect(new Set(all).size).toBe(all.length);
    expect(names.custom.get('title')).toBe('titleField3');
    expect(names.builtIn.get('author')).toBe('builtInAuthor3');
  });
});
