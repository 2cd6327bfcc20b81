import { describe, expect, it } from 'vitest';
import { Values } from '../../src/database/columns.ts';
import { type Sort, cursorCondition, pageBounds } from '../../src/database/pagination.ts';

const SORT: Sort = { expression: 'c.created_at', direction: 'desc', type: 'timestamptz', nullable: false };
const ID = '01a20001-874c-71ef-8f16-6ca1041b0b31';
const SIZES = { default: 20, max: 100 };

function cursor(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function conditionFor(value: string | null): string {
  const { after } = pageBounds({ after: cursor([value, ID]) }, SIZES);
  if (!after) throw new Error('no cursor');
  return cursorCondition(after, [SORT], 'c.id', new Values());
}

describe('a cursor', () => {
  it('of the list itself becomes a condition', () => {
    expect(conditionFor('2026-11-21 09:30:00.123456+00')).toContain('timestamptz');
    expect(conditionFor(null)).toContain('is null');
  });

  it.each(['2026-99-99 99:99:99+00', '2026-02-30 00:00:00+00', 'yesterday', '12', '2026-11-21T09:30:00Z'])(
    'with the moment %s is rejected before it reaches SQL',
    (value) => {
      expect(() => conditionFor(value)).toThrow('after must be an endCursor of this list');
    },
  );

  it.each(['x', cursor('x'), cursor([1, ID]), cursor(['a', 'b']), cursor([])])(
    'that was made up (%s) is rejected',
    (after) => {
      expect(() => pageBounds({ after }, SIZES)).toThrow('after must be an endCursor of this list');
    },
  );
});
