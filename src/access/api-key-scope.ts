import type { MemberRole } from './member-role.ts';

/** What an API key may do; a key has any of them. `preview`: its reads include unpublished content. */
export const API_KEY_SCOPES = ['read', 'write', 'preview'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** What a field asks of its caller: a scope of its API key, or the admin key. */
export type RequiredScope = ApiKeyScope | 'admin';

/** What a member acts with, as if it were a key. */
export const SCOPES_OF_ROLE: Readonly<Record<MemberRole, readonly ApiKeyScope[]>> = {
  viewer: ['read', 'preview'],
  author: API_KEY_SCOPES,
  editor: API_KEY_SCOPES,
  owner: API_KEY_SCOPES,
};

/** The lowest role of members that may call a field, where it declares no other. Of several scopes the first one here counts. */
const ROLE_OF_SCOPE: Readonly<Record<RequiredScope, MemberRole>> = {
  admin: 'owner',
  write: 'editor',
  preview: 'viewer',
  read: 'viewer',
};
const SCOPES_BY_ROLE = Object.keys(ROLE_OF_SCOPE) as RequiredScope[];

/** Anything that carries GraphQL extensions: a field of a schema. */
interface Declared {
  readonly name: string;
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** All that the caller needs, as `@Scope` declares it at the field. @throws where it does not */
export function requiredScopes(field: Declared): readonly RequiredScope[] {
  const scopes = declaredScopes(field);
  if (scopes.length === 0) throw new Error(`The field ${field.name} declares no @Scope`);
  return scopes;
}

/** The lowest role of members that may call the field. */
export function requiredRole(field: Declared): MemberRole {
  const scopes = requiredScopes(field);
  const strongest = SCOPES_BY_ROLE.find((scope) => scopes.includes(scope)) ?? 'admin';
  return (field.extensions['role'] as MemberRole | undefined) ?? ROLE_OF_SCOPE[strongest];
}

export function declaredScopes({ extensions }: Declared): readonly RequiredScope[] {
  return [(extensions['scope'] as RequiredScope | RequiredScope[] | undefined) ?? []].flat();
}

/** The identity of a resource and when it changed, but none of its content. */
const IDENTITY: ReadonlySet<string> = new Set(['__typename', 'id', 'createdAt', 'updatedAt', 'revision', 'deleted']);

/**
 * Whether a field may stand in the answer of a write by an API key without the scope `read`: what identifies the resource,
 * and what declares the scope `write` because the call itself has made it. None of these has fields of its own.
 */
export function isAnsweredWithoutRead(field: Declared): boolean {
  return IDENTITY.has(field.name) || declaredScopes(field).includes('write');
}
