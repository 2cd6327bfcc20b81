import { v7 } from 'uuid';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sorts before every id: the start for iterating over a table by id. */
export const NO_ID = '00000000-0000-0000-0000-000000000000';

/** A new UUIDv7: ids sort by creation time. */
export function newId(): string {
  return v7();
}

/** Tells whether PostgreSQL accepts the text as a uuid; any other id is unknown and need not be queried. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
