import type { LoggedTable } from './activity-log.ts';
import type { TriggerSchema } from './trigger-schema.ts';
import type { UsageAmounts } from './usage-count.ts';

/** A table with everything that belongs to it: the baseline of the database is the list of these. */
export interface TableSchema {
  name: string;
  /** The purpose is stored as the comment of the table, from which docs/database.md is made. */
  purpose: string;
  /** Columns and constraints, as in `create table`. */
  columns: string;
  /** Storage parameters. */
  storage?: string;
  /** Statements. */
  indexes?: readonly string[];
  /** The rows that a scope has. Default: those of its site, by `site_id`. */
  rows?: { site: string } | 'installation' | 'all';
  /** Condition of the access rule, which applies beside the scope of the site. Undefined: all rows of the site. */
  access?: string;
  /** Other statements about the table, before its triggers. */
  statements?: readonly string[];
  /** True if every update advances the column `revision`. */
  hasRevision?: boolean;
  /** Topic of the site's revision that every change of the table advances. */
  topic?: string;
  activity?: LoggedTable;
  usage?: UsageAmounts;
  triggers?: readonly TriggerSchema[];
  /** Statements, for the triggers of the table and for the service. Created after all tables. */
  functions?: readonly string[];
}
