import { Client } from 'pg';

/**
 * The SQL that the service of this test file runs while `work` does: every statement but those that only tell
 * PostgreSQL the site. What comes and goes by the clock is left out by its table: background jobs, and the look-up of
 * an API key, which is remembered for some seconds.
 */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const statements: string[] = [];
  const { prototype } = Client as unknown as { prototype: { query: (...parameters: unknown[]) => unknown } };
  const { query } = prototype;
  prototype.query = function counted(this: Client, ...parameters: unknown[]) {
    const text = textOf(parameters[0]);
    if (!BESIDES.test(text)) statements.push(text);
    return query.apply(this, parameters);
  };
  try {
    return { answer: await work(), statements };
  } finally {
    prototype.query = query;
  }
}

const BESIDES = /\bset_config\b|\bjob\b|\bapi_key\b/;

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text, sql } = (statement ?? {}) as { text?: string; sql?: string };
  return text ?? sql ?? '';
}
