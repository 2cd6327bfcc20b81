import { expect, test } from 'vitest';
import { patch, withDefaults } from '../../src/shared/patch.ts';

interface Row {
  name: string;
  tags: string[];
  voice: { tone: string; speed: number; note?: string | null };
  video: { domain?: string | null } | null;
}

const DEFAULTS: Omit<Row, 'name'> = { tags: [], voice: { tone: 'plain', speed: 1 }, video: null };
const current: Row = { name: 'Kim', tags: ['a'], voice: { tone: 'warm', speed: 2, note: 'hums' }, video: null };
const MERGE = { merge: ['voice', 'video'] as const };

test('absent keeps: only what the input names is in the patch', () => {
  expect(patch(current, {}, DEFAULTS, MERGE)).toEqual({});
  expect(patch(current, { tags: undefined, name: 'Lee' }, DEFAULTS, MERGE)).toEqual({ name: 'Lee' });
});

test('null takes the default', () => {
  expect(patch(current, { tags: null, voice: null, video: null }, DEFAULTS, MERGE)).toEqual(DEFAULTS);
});

test('a merged object keeps its absent parts; a null part takes its default or is removed', () => {
  expect(patch(current, { voice: { speed: null, note: null } }, DEFAULTS, MERGE)).toEqual({
    voice: { tone: 'warm', speed: 1 },
  });
  expect(patch(current, { video: { domain: 'tennis' } }, DEFAULTS, MERGE)).toEqual({ video: { domain: 'tennis' } });
});

test('an object that is not merged is replaced, as lists are', () => {
  expect(patch(current, { voice: { tone: 'dry' }, tags: ['b'] }, DEFAULTS)).toEqual({
    voice: { tone: 'dry' },
    tags: ['b'],
  });
});

test('a replaced object loses its absent parts; a null part takes its default or is removed', () => {
  expect(patch(current, { voice: { speed: null, note: null } }, DEFAULTS, { replace: ['voice'] })).toEqual({
    voice: { speed: 1 },
  });
});

test('a part whose default is null stays null', () => {
  const row: { ai: { indexed: boolean; template: string | null } } = { ai: { indexed: true, template: 'x' } };
  const defaults = { ai: { indexed: true, template: null } };
  expect(patch(row, { ai: { template: null } }, defaults, { merge: ['ai'] })).toEqual({
    ai: { indexed: true, template: null },
  });
});

test('a new row has the defaults with what the input says', () => {
  expect(withDefaults(DEFAULTS, { voice: { speed: 3 } }, MERGE)).toEqual({
    ...DEFAULTS,
    voice: { tone: 'plain', speed: 3 },
  });
});

test('what the row does not have does not compile', () => {
  // @ts-expect-error: no such property
  expect(patch(current, { nome: 'Lee' }, DEFAULTS)).toEqual({ nome: 'Lee' });
});
