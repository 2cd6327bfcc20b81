import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/database.ts';
import { ANONYMOUS } from '../features/access/entitlement.ts';
import { Viewer } from '../features/access/viewer.ts';
import { sameSecret } from '../features/site/api-key.ts';
import type { KeyDirectory } from '../features/site/key-directory.ts';
import { type Caller, RequestContext } from '../graphql/context.ts';
import { ServiceError } from '../shared/errors.ts';

/** Finds out who calls: 401 for a key that is not valid; a missing one is refused where a key is needed. */
export class Authenticator {
  private readonly database: Database;
  private readonly keys: KeyDirectory;
  private readonly adminKey: string;

  constructor(database: Database, keys: KeyDirectory, adminKey: string) {
    this.database = database;
    this.keys = keys;
    this.adminKey = adminKey;
  }

  async context(request: FastifyRequest): Promise<RequestContext> {
    return new RequestContext(request.id, await this.caller(request));
  }

  private async caller(request: FastifyRequest): Promise<Caller> {
    const adminKey = request.headers['x-svc-admin-key'];
    if (adminKey !== undefined && !sameSecret(String(adminKey), this.adminKey)) {
      throw new ServiceError('UNAUTHENTICATED', 'Invalid admin key');
    }
    return { viewer: await this.viewer(request), isAdmin: adminKey !== undefined };
  }

  private async viewer(request: FastifyRequest): Promise<Viewer | null> {
    const secret = request.headers['x-svc-api-key'];
    if (secret === undefined || secret === '') return null;
    const entry = await this.keys.find(String(secret));
    if (!entry) throw new ServiceError('UNAUTHENTICATED', 'Invalid API key');
    return new Viewer({
      site: entry.site,
      scope: this.database.forSite(entry.site.id),
      key: entry.key,
      entitlement: ANONYMOUS,
    });
  }
}
