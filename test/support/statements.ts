import pg from 'pg';

/**
 * The SQL that the service of this test file runs while `work` does: every statement but those that only tell
 * PostgreSQL the site. Background jobs are left out by their table, as they come and go by themselves.
 */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: (...parameters: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function counted(this: pg.Client, ...parameters: unknown[]) {
    const text = textOf(parameters[0]);
    if (!/\bset_config\b|\bjob\b/.test(text)) statements.push(text);
    return query.apply(this, parameters);
  };
  try {
    return { answer: await work(), statements };
  } finally {
    prototype.query = query;
  }
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text, sql } = (statement ?? {}) as { text?: unknown; sql?: unknown };
  return String(text ?? sql ?? '');
}
