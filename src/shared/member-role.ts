/** What a member of a site may do, ascending: each role may do what those before it may. */
export const MEMBER_ROLES = ['viewer', 'author', 'editor', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export function includesRole(role: MemberRole, required: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(required);
}
