import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sorts before every id: where to begin when going through a table in the order of ids. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A new UUIDv7: ids made later sort later. */
export function newId(): string {
  return v7();
}

/** Whether PostgreSQL would take the text as a uuid; anything else is an unknown id and need not be looked up. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
