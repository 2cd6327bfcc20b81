import { describe, expect, test } from 'vitest';
import { expandQuery, FEEDBACK_PASSAGES, mergeHits } from '../../../src/features/search/query-expansion.ts';

describe('expandQuery', () => {
  test('adds what the first passages share, the most shared first, in the form they write', () => {
    const { terms, text } = expandQuery('wing lift', [
      'The wing has lift from vortices and circulation.',
      'Lift of a wing: vortices, circulation, camber.',
      'Vortices behind a wing.',
    ]);
    expect(terms.slice(0, 2)).toEqual(['vortices', 'circulation']);
    expect(text).toBe(`wing lift wing lift ${terms.join(' ')}`);
  });

  test('adds no word that was asked for in any form, no function word, no number', () => {
    const { terms } = expandQuery('heated plate', ['Heating the plates of 1957 with the x of it and camber.']);
    expect(terms).toEqual(['camber']);
  });

  test('prefers telling words to everyday ones', () => {
    const { terms } = expandQuery('wing', [
      'use system result method turbulence',
      'use system result method turbulence',
    ]);
    expect(terms[0]).toBe('turbulence');
  });

  test('hears the first passages only, and adds ten words at most', () => {
    const passages = Array.from({ length: FEEDBACK_PASSAGES }, () => 'camber');
    expect(expandQuery('wing', [...passages, 'unrelated unrelated']).terms).toEqual(['camber']);
    const many = 'alpha beta gamma delta epsilon lambda sigma omega kappa theta iota rho tau phi';
    expect(expandQuery('wing', [many]).terms).toHaveLength(10);
  });

  test('without passages, or with empty ones, the query stays as it is', () => {
    expect(expandQuery('wing lift', [])).toEqual({ text: 'wing lift', terms: [] });
    expect(expandQuery('wing lift', ['', ' '])).toEqual({ text: 'wing lift', terms: [] });
  });
});

describe('joinHits', () => {
  const hits = (scores: Record<string, number>) =>
    Object.entries(scores).map(([id, score]) => ({ passage: { id }, score }));
  const orderOf = (joined: { passage: { id: string } }[]) => joined.map(({ passage }) => passage.id);

  test('keeps what answers the question clearly, whatever the added words find', () => {
    const asked = hits({ answer: 0.6, near: 0.2, far: 0.1 });
    expect(orderOf(mergeHits(asked, hits({ far: 0.5, near: 0.4, answer: 0.1 })))[0]).toBe('answer');
  });

  test('lets the added words decide between hits that are alike, and adds what only they find', () => {
    const joined = mergeHits(hits({ one: 0.6, two: 0.58, three: 0.1 }), hits({ two: 0.5, new: 0.45, one: 0.1 }));
    expect(orderOf(joined)).toEqual(['two', 'one', 'new', 'three']);
  });

  test('gives scores relative to the best of the search without added words', () => {
    const joined = mergeHits(hits({ one: 0.6, two: 0.3 }), hits({ one: 0.2, two: 0.2 }));
    expect(joined.map(({ score }) => score)).toEqual([expect.closeTo(0.6), expect.closeTo(0.39)]);
    expect(mergeHits([], [])).toEqual([]);
  });
});
