import type { MemberRole } from './member-role.ts';

/** What an API key may do; a key has any of them. `preview`: its reads include unpublished content. */
export const API_KEY_SCOPES = ['read', 'write', 'preview'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** What a member acts with, as if it were a key. */
export const ROLE_SCOPES: Readonly<Record<MemberRole, readonly ApiKeyScope[]>> = {
  viewer: ['read', 'preview'],
  author: API_KEY_SCOPES,
  editor: API_KEY_SCOPES,
  owner: API_KEY_SCOPES,
};
