import { VARIED_STATEMENT } from '../table.ts';

const MAX_NAMES = 1_000;
const names = new Map<string, string>();

/**
 * The name under which a connection prepares a statement, so that PostgreSQL parses and plans it once per connection; of
 * this process, because connections are shared. Undefined for statements that callers compose, and when there are 1,000
 * names, because each uses memory of a connection.
 */
export function statementName(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MAX_NAMES && !text.startsWith(VARIED_STATEMENT)) {
    name = `s${names.size}`;
    names.set(text, name);
  }
  return name;
}
