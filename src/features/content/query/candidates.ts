import { Values } from '../../../database/columns.ts';
import type { Rows } from '../../../database/database.ts';
import { VARIED_STATEMENT } from '../../../database/table.ts';
import { type CompileOptions, selectIds } from './compile-condition.ts';
import { type Condition, conjuncts } from './condition.ts';
import { isUnpredictable } from './index-use.ts';

/** The limit above which it is faster to read the items of the list in its order. */
const MAX_CANDIDATES = 1_000;

type Candidates = NonNullable<CompileOptions['candidates']>;

/**
 * Asks the indexes of custom fields for alternatives and for `exists`: PostgreSQL cannot estimate how many items match
 * them, and reads all of these or all of the list where the other is few.
 * See decision 104.
 */
export async function readCandidates(
  scope: Rows,
  condition: Condition,
  compileOptions: (values: Values) => CompileOptions,
): Promise<Candidates> {
  const conditions = conjuncts(condition).filter(isUnpredictable);
  const read = conditions.map(async (each): Promise<[Condition, string[] | null]> => {
    const values = new Values();
    const ids = selectIds(each, 'c', compileOptions(values));
    const rows = await scope.rows<{ id: string }>(
      `${VARIED_STATEMENT}select id from (${ids} limit ${MAX_CANDIDATES + 1}) found (id)`,
      values.list,
    );
    return [each, rows.length > MAX_CANDIDATES ? null : rows.map(({ id }) => id)];
  });
  return new Map(await Promise.all(read));
}
