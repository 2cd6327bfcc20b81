import { Extensions } from 'type-graphql';
import type { ApiKeyScope } from '../access/api-key-scope.ts';
import type { MemberRole } from '../access/member-role.ts';

/** The right that a field requires of its caller: a scope of its API key, or the admin key. */
export type RequiredScope = ApiKeyScope | 'admin';

/**
 * Declares what a field of Query, Mutation or Subscription asks of its caller; each has a scope, or several of which it asks
 * all. What reads asks for `read` or `admin`. A field of another type may declare `write`: then a key without the scope `read`
 * gets it in the answer of a write.
 * @param role the lowest role of members that may call it, where it is not that of the scope
 * @param site with the scope `admin`: the argument with the id of the only site for which a member of that role may call it,
 * or `CALLER_SITE`. A field of the scope `admin` without it is not for members.
 */
export function Scope(
  scope: RequiredScope | readonly RequiredScope[],
  role?: MemberRole,
  site?: string | typeof CALLER_SITE,
): MethodDecorator & PropertyDecorator {
  return Extensions({ scope, ...(role ? { role } : {}), ...(site ? { site } : {}) });
}

/** No argument names the site: the field itself keeps to `RequestContext.ownSite`. */
export const CALLER_SITE = Symbol('site of the caller');

/** The lowest role of members that may call a field, where it declares no other. Of several scopes the first one here counts. */
const ROLE_OF_SCOPE: Readonly<Record<RequiredScope, MemberRole>> = {
  admin: 'owner',
  write: 'editor',
  preview: 'viewer',
  read: 'viewer',
};
const SCOPES_BY_ROLE = Object.keys(ROLE_OF_SCOPE) as RequiredScope[];

/** Anything that carries GraphQL extensions: a field of a schema. */
interface ExtensionHolder {
  readonly name: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** All scopes that the caller needs, as `@Scope` declares them at the field. @throws where it does not */
export function requiredScopes(field: ExtensionHolder): readonly RequiredScope[] {
  const scopes = declaredScopes(field);
  if (scopes.length === 0) throw new Error(`The field ${field.name} declares no @Scope`);
  return scopes;
}

/** The lowest role of members that may call the field. */
export function requiredRole(field: ExtensionHolder): MemberRole {
  const scopes = requiredScopes(field);
  const strongest = SCOPES_BY_ROLE.find((scope) => scopes.includes(scope)) ?? 'admin';
  return (field.extensions['role'] as MemberRole | undefined) ?? ROLE_OF_SCOPE[strongest];
}

export function declaredScopes({ extensions }: ExtensionHolder): readonly RequiredScope[] {
  return [(extensions['scope'] as RequiredScope | RequiredScope[] | undefined) ?? []].flat();
}

/** The identity of a resource and when it changed, but none of its content. */
const IDENTITY: ReadonlySet<string> = new Set(['__typename', 'id', 'createdAt', 'updatedAt', 'revision', 'deleted']);

/**
 * Whether a field may stand in the answer of a write by an API key without the scope `read`: what identifies the resource,
 * and what declares the scope `write` because the call itself has made it. None of these has fields of its own.
 */
export function isAnsweredWithoutRead(field: ExtensionHolder): boolean {
  return IDENTITY.has(field.name) || declaredScopes(field).includes('write');
}
