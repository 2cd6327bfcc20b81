import { Values } from '../../../database/columns.ts';
import type { Rows } from '../../../database/database.ts';
import { VARIED } from '../../../database/table.ts';
import { type CompileOptions, idsOf } from './compile-condition.ts';
import { type Condition, conjuncts } from './condition.ts';
import { isUnpredictable } from './index-use.ts';

/** Of more items, it is faster to look at those of the list in its order. */
const MAX_CANDIDATES = 1_000;

type Candidates = NonNullable<CompileOptions['candidates']>;

/**
 * Asks the indexes of custom fields for alternatives and for `exists`: PostgreSQL cannot estimate how many items match
 * them, and reads all of these or all of the list where the other is few.
 */
export async function candidatesFor(
  scope: Rows,
  condition: Condition,
  optionsWith: (values: Values) => CompileOptions,
): Promise<Candidates> {
  const asked = conjuncts(condition).filter(isUnpredictable);
  const read = asked.map(async (each): Promise<[Condition, string[] | null]> => {
    const values = new Values();
    const ids = idsOf(each, 'c', optionsWith(values));
    const rows = await scope.rows<{ id: string }>(
      `${VARIED}select id from (${ids} limit ${MAX_CANDIDATES + 1}) found (id)`,
      values.list,
    );
    return [each, rows.length > MAX_CANDIDATES ? null : rows.map(({ id }) => id)];
  });
  return new Map(await Promise.all(read));
}
