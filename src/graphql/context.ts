import type { Viewer } from '../features/access/viewer.ts';
import { ServiceError } from '../shared/errors.ts';

/** Who calls: a site's key, the admin key, or neither (what needs one then refuses). */
export interface Caller {
  viewer: Viewer | null;
  /** Why the token that came along is not believed; the viewer is then anonymous. */
  refusedToken: ServiceError | null;
  isAdmin: boolean;
}

/** One per request, the same for GraphQL and REST. Plain fields only: Apollo copies it. */
export class RequestContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** Aborted at the request's deadline, or when the client has gone. */
  readonly signal: AbortSignal | undefined;
  /** Told how far a long operation is, where the caller listens. */
  progress: ((event: string, data: unknown) => void) | null = null;

  constructor(requestId: string, caller: Caller, signal?: AbortSignal) {
    this.requestId = requestId;
    this.caller = caller;
    this.signal = signal;
  }

  /** Whether the scopes of the site's key allow it. Without such a key there is nothing that scopes could restrict. */
  hasScope(scope: 'read' | 'write'): boolean {
    return this.caller.viewer?.key.scopes.includes(scope) ?? true;
  }

  /** The caller's site and rights; 401 without an API key or with a token that does not verify. */
  get viewer(): Viewer {
    const viewer = this.viewerOrAnonymous;
    if (this.caller.refusedToken) throw this.caller.refusedToken;
    return viewer;
  }

  /** For what may be asked with a token that does not verify, as if there were none. */
  get viewerOrAnonymous(): Viewer {
    if (!this.caller.viewer) throw new ServiceError('UNAUTHENTICATED', 'API key required');
    return this.caller.viewer;
  }

  /** The same request on behalf of another viewer. */
  as(viewer: Viewer): RequestContext {
    const context = new RequestContext(this.requestId, { ...this.caller, viewer }, this.signal);
    context.progress = this.progress;
    return context;
  }

  /** Refuses all but the admin key: 401 without, 403 with a site's key alone. */
  requireAdmin(): void {
    if (this.caller.isAdmin) return;
    if (this.caller.viewer) throw new ServiceError('FORBIDDEN', 'This operation needs the admin key');
    throw new ServiceError('UNAUTHENTICATED', 'Admin key required');
  }
}
