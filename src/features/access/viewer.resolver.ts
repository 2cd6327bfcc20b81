import { Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { createEnum } from '../../api/enum.ts';
import { Scope } from '../../api/scope.ts';
import { CacheTopics } from '../../api/caching.ts';
import { Visible } from '../../api/visible.ts';
import { listSubscriptions } from '../../access/access.ts';
import { TIERS } from '../../access/access-level.ts';
import type { Tier } from '../../access/access-level.ts';

export const MembershipTierEnum = createEnum(
  'MembershipTier',
  TIERS,
  'Membership tier of a user; free without a token.',
);

@Visible('caller')
@ObjectType('Viewer', {
  description: 'The caller of this request: the user of the token, or anonymous with the API key only.',
  simpleResolvers: true,
})
export class ViewerFacts {
  @Field(() => ID, { nullable: true, description: 'Id of the user; null without a token.' })
  uid!: string | null;

  @Field(() => Boolean, { description: 'Whether the request has a valid token.' })
  isAuthenticated!: boolean;

  @Field(() => MembershipTierEnum, { description: 'Current tier: free if the membership has expired.' })
  membershipTier!: Tier;

  @Field(() => [String], { description: 'Slugs of the subscriptions of the user, included ones as well.' })
  subscriptions!: readonly string[];
}

@Resolver()
export class ViewerResolver {
  @Scope('read')
  @CacheTopics()
  @Query(() => ViewerFacts, { description: 'The viewer: the user of this request and what they can read.' })
  viewer(@Ctx() { viewer }: RequestContext): ViewerFacts {
    return {
      uid: viewer.user?.uid ?? null,
      isAuthenticated: viewer.entitlement.isAuthenticated,
      membershipTier: viewer.entitlement.tier,
      subscriptions: listSubscriptions(viewer),
    };
  }
}
