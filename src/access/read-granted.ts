import type { Scope } from '../database/database.ts';
import { orNotFound } from '../shared/errors.ts';
import { assertGranted } from './access.ts';
import type { AccessLevel } from './access-level.ts';
import type { Viewer } from './viewer.ts';

/**
 * Reads one resource with what the viewer may read, and otherwise without, to tell why it may not be read.
 * @param resource its name, as in `notFound`
 * @throws ServiceError 404 if there is none, 401 or 403 if the viewer cannot read it
 */
export async function readGranted<
  T extends { accessLevel: AccessLevel; requiredSubscriptions?: readonly string[] | null },
>(viewer: Viewer, resource: string, read: (scope: Scope) => Promise<T | null>): Promise<T> {
  const found = orNotFound((await read(viewer.scope)) ?? (await read(viewer.unrestricted('explain denial'))), resource);
  assertGranted(viewer, { ...found, requiredSubscriptions: found.requiredSubscriptions ?? [] });
  return found;
}
