import type { DataOf } from '../../data/graphql.ts';
import type { SETTINGS } from './settings.query.ts';

/** The site, as the query of the page has it. */
export type SiteData = DataOf<typeof SETTINGS>['site'];
export type KeyData = SiteData['apiKeys'][number];
export type ModelData = NonNullable<SiteData['model']>;
export type Subscription = SiteData['subscriptions'][number];
export type MemberData = DataOf<typeof SETTINGS>['members'][number];
export type InvitationData = DataOf<typeof SETTINGS>['invitations'][number];

/** Ascending. */
export const ROLES = ['viewer', 'author', 'editor', 'owner'] as const satisfies readonly MemberData['role'][];
