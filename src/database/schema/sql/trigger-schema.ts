export interface TriggerSchema {
  name: string;
  /** The event, such as `after update of status`. */
  when: string;
  /** The purpose is stored as the comment of the trigger, from which docs/database.md is made. */
  purpose: string;
  /** The rest of the statement: rows or statements, the condition and the function. */
  sql: string;
}

/** Names of a statement-level trigger's rows, by event. */
export interface TransitionTables {
  insert: string;
  update: string;
  delete: string;
}

/** One statement-level trigger for each of the events, named after the function and the event. */
export function statementTriggers(
  name: string,
  { rows, call = `${name}()`, purpose }: { rows: Partial<TransitionTables>; call?: string; purpose: string },
): TriggerSchema[] {
  return Object.entries(rows).map(([event, tables]) => ({
    name: `${name}_${event}`,
    when: `after ${event}`,
    purpose,
    sql: `referencing ${tables} for each statement execute function ${call}`,
  }));
}
