import type { Viewer } from '../features/access/viewer.ts';
import type { ApiKeyScope, RequiredScope } from '../shared/api-key-scope.ts';
import { ServiceError } from '../shared/errors.ts';
import type { Spending } from './limits/spending.ts';

/** The caller: a site's key, the admin key, or neither. */
export interface Caller {
  viewer: Viewer | null;
  /** Why the token was rejected; the viewer is then anonymous. */
  rejectedToken: ServiceError | null;
  isAdmin: boolean;
}

/** One per request, the same for GraphQL and REST. Plain fields only, because Apollo copies it. */
export class RequestContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** Aborted at the request's deadline, or when the client disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Receives the progress of a long operation if the caller listens. */
  progress: ((event: string, data: unknown) => void) | null = null;
  /** What its GraphQL operation has cost so far; null where nothing is counted, as in REST. */
  spending: Spending | null = null;

  constructor(requestId: string, caller: Caller, signal?: AbortSignal) {
    this.requestId = requestId;
    this.caller = caller;
    this.signal = signal;
  }

  /** Whether the scopes of the site's key allow it. Without a site's key, scopes do not apply. */
  hasScope(scope: ApiKeyScope): boolean {
    return this.caller.viewer?.key.scopes.includes(scope) ?? true;
  }

  /** Whether the site's key rejects query parameters that a REST operation does not know. */
  get isStrict(): boolean {
    return this.caller.viewer?.key.isStrict ?? false;
  }

  /** Rejects callers that lack the scope: 403 with a site's key, 401 where the admin key is missing. */
  requireScope(scope: RequiredScope): void {
    if (scope === 'admin') return this.requireAdmin();
    if (!this.hasScope(scope)) throw new ServiceError('FORBIDDEN', 'API key does not allow this operation');
  }

  /** The caller's site and rights; 401 without an API key or with an invalid token. */
  get viewer(): Viewer {
    const viewer = this.viewerOrAnonymous;
    if (this.caller.rejectedToken) throw this.caller.rejectedToken;
    return viewer;
  }

  /** For operations that treat an invalid token as no token. */
  get viewerOrAnonymous(): Viewer {
    if (!this.caller.viewer) throw new ServiceError('UNAUTHENTICATED', 'API key required');
    return this.caller.viewer;
  }

  /** The same request on behalf of another viewer. */
  as(viewer: Viewer): RequestContext {
    const context = new RequestContext(this.requestId, { ...this.caller, viewer }, this.signal);
    context.progress = this.progress;
    context.spending = this.spending;
    return context;
  }

  private requireAdmin(): void {
    if (this.caller.isAdmin) return;
    if (this.caller.viewer) throw new ServiceError('FORBIDDEN', 'This operation requires the admin key');
    throw new ServiceError('UNAUTHENTICATED', 'Admin key required');
  }
}
