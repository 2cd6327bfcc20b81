import { Query } from 'pg';

/**
 * The SQL that the service of this test file runs while `work` does: every statement but those that only tell
 * PostgreSQL the site. What comes and goes by the clock is left out by its table: background jobs, and the look-up of
 * an API key, which is remembered for some seconds. `values` has the parameters of each.
 */
export async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; statements: string[]; values: unknown[][] }> {
  const statements: string[] = [];
  const values: unknown[][] = [];
  // The driver's last step before a statement is sent: what wraps a client's own `query` is above it.
  const prototype = Query.prototype as unknown as { submit: (...parameters: unknown[]) => unknown };
  const { submit } = prototype;
  prototype.submit = function counted(this: SentQuery, ...parameters: unknown[]) {
    const text = this.text ?? '';
    if (!BESIDES.test(text)) {
      statements.push(text);
      values.push([...(this.values ?? [])]);
    }
    return submit.apply(this, parameters);
  };
  try {
    return { answer: await work(), statements, values };
  } finally {
    prototype.submit = submit;
  }
}

interface SentQuery {
  text?: string;
  values?: unknown[];
}

const BESIDES = /\bset_config\b|\bjob\b|\bapi_key\b/;
