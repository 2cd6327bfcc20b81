import type { GraphQLError, GraphQLResolveInfo } from 'graphql';
import type { Viewer } from '../access/viewer.ts';
import type { SiteFacts } from '../access/site-facts.ts';
import type { ApiKeyScope } from '../access/api-key-scope.ts';
import type { RequiredScope } from './scope.ts';
import { SERVICE_ACTOR } from '../shared/actor.ts';
import type { Deadline } from '../shared/deadline.ts';
import { ServiceError } from '../shared/errors.ts';
import { AUTHOR_RIGHTS, type MemberRole, includesRole } from '../access/member-role.ts';

/** The user of a session. */
export interface SessionUser {
  id: string;
  sessionId: string;
  email: string;
  name: string;
  /** True if the user may do on every site what the admin key may. */
  isInstallationAdmin: boolean;
}

/** The caller: a site's key, the admin key, a signed-in user, or none of them. */
export interface Caller {
  viewer: Viewer | null;
  /** Why the token was rejected; the viewer is then anonymous. */
  rejectedToken: ServiceError | null;
  isAdmin: boolean;
  /** The signed-in user; null or unset without a session. */
  session?: SessionUser | null;
}

/** The cost of a running GraphQL operation. */
export interface CostMeter {
  /** The error that a query has in place of data; null for a mutation, because its writes have happened. */
  readonly rejection: GraphQLError | null;
  /** @throws GraphQLError QUERY_TOO_COMPLEX where `count` elements of this list exceed the budget */
  countList(info: GraphQLResolveInfo, count: number): void;
  /** @throws GraphQLError QUERY_TOO_COMPLEX where what the field costs besides exceeds the budget */
  addPoints(info: GraphQLResolveInfo, points: number): void;
}

/** One per request, the same for GraphQL and REST. Plain fields only, because Apollo copies it. */
export class RequestContext {
  readonly requestId: string;
  readonly caller: Caller;
  /** Receives the progress of a long operation if the caller listens. */
  progress: ((event: string, data: unknown) => void) | null = null;
  /** The cost of its GraphQL operation so far; null where nothing is counted, as in REST. */
  costMeter: CostMeter | null = null;

  private readonly deadline: Pick<Deadline, 'signal'> | undefined;

  constructor(requestId: string, caller: Caller, deadline?: Pick<Deadline, 'signal'>) {
    this.requestId = requestId;
    this.caller = caller;
    this.deadline = deadline;
  }

  /** The signal aborts at the request's deadline, or when the client disconnects. Most requests never ask for it. */
  get signal(): AbortSignal | undefined {
    return this.deadline?.signal;
  }

  /** Tells whether the scopes of the site's key include this one. Without a site's key, scopes do not apply. */
  hasScope(scope: ApiKeyScope): boolean {
    return this.caller.viewer?.key.scopes.includes(scope) ?? true;
  }

  /** Tells whether the site's key rejects query parameters and fields of bodies that a REST operation does not know. */
  get isStrict(): boolean {
    return this.caller.viewer?.key.isStrict ?? false;
  }

  get session(): SessionUser | null {
    return this.caller.session ?? null;
  }

  /** Rejects callers that lack the scope: 403 with a site's key, 401 where the admin key is missing. */
  requireScope(scope: RequiredScope): void {
    if (scope === 'admin') return this.requireAdmin();
    if (!this.hasScope(scope)) throw new ServiceError('FORBIDDEN', 'API key does not allow this operation');
  }

  /**
   * The site that the call of an owner is limited to, where the admin key may act for all; null for the admin.
   * For fields with a role beside the scope `admin`.
   */
  get ownSite(): SiteFacts | null {
    return this.caller.isAdmin ? null : this.viewer.site;
  }

  /** Who is logged as having done what the call changes: the admin key before a site's key that comes with it. */
  get actor(): string {
    const { isAdmin, viewer, session } = this.caller;
    if (session && !viewer) return `${isAdmin ? 'admin' : 'member'}:${session.id} ${session.name}`;
    if (isAdmin && !session) return 'admin';
    return viewer?.actor ?? SERVICE_ACTOR;
  }

  /** Tells whether the caller is a member of its site with this role or a higher one. */
  hasRole(required: MemberRole): boolean {
    const role = this.caller.viewer?.key.role;
    return role !== undefined && includesRole(role, required);
  }

  /** Rejects members below this role; callers that are no members have none. */
  requireRole(required: MemberRole): void {
    if (this.caller.viewer?.key.role === undefined || this.hasRole(required)) return;
    const rights = this.caller.viewer.key.role === 'author' ? `. ${AUTHOR_RIGHTS}` : '';
    throw new ServiceError('FORBIDDEN', `This operation requires the role ${required}${rights}`);
  }

  /** The caller's site and rights; 401 without an API key or with an invalid token. */
  get viewer(): Viewer {
    const viewer = this.viewerOrAnonymous;
    if (this.caller.rejectedToken) throw this.caller.rejectedToken;
    return viewer;
  }

  /** The viewer, anonymous if the token is invalid. */
  get viewerOrAnonymous(): Viewer {
    const { viewer, session } = this.caller;
    if (viewer) return viewer;
    throw new ServiceError('UNAUTHENTICATED', session ? 'The header X-Lectern-Site is required' : 'API key required');
  }

  /** The same request on behalf of another viewer. */
  withViewer(viewer: Viewer): RequestContext {
    const context = new RequestContext(this.requestId, { ...this.caller, viewer }, this.deadline);
    context.progress = this.progress;
    context.costMeter = this.costMeter;
    return context;
  }

  private requireAdmin(): void {
    if (this.caller.isAdmin) return;
    if (this.caller.viewer) throw new ServiceError('FORBIDDEN', 'This operation requires the admin key');
    throw new ServiceError('UNAUTHENTICATED', 'Admin key required');
  }
}
