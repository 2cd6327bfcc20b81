/**
 * Every access level. The columns keep the type `text`: with the domain as their type, statements that the former version has
 * prepared would fail during a deployment, because the type of their result changes.
 */
export const ACCESS_LEVEL_DOMAIN = `create domain access_level as text
  check (value in ('public', 'authenticated', 'premium', 'subscription'))`;

/** The constraint of a column with an access level. */
export function accessLevel(column: string): string {
  return `check (${column}::access_level = ${column})`;
}

/** The constraint of a column with the access level of a folder, which requires no subscription. */
export function folderLevel(column: string): string {
  return `check (${column}::access_level <> 'subscription')`;
}
