/** What a member of a site may do, ascending: each role may do what those before it may. */
export const MEMBER_ROLES = ['viewer', 'author', 'editor', 'owner'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** A part of errors: what an author may do, after the attempt of something else. */
export const AUTHOR_RIGHTS =
  'An author may create drafts, change and delete own drafts that are not scheduled, and upload files';

export function includesRole(role: MemberRole, required: MemberRole): boolean {
  return MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(required);
}
