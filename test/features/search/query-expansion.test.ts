import { describe, expect, test } from 'vitest';
import { expandQuery, FEEDBACK_PASSAGES } from '../../../src/features/search/query-expansion.ts';

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
