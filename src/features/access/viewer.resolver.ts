import { Ctx, Field, ID, ObjectType, Query, Resolver, registerEnumType } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { enumOf } from '../../graphql/enum.ts';
import { heldSubscriptions } from './access.ts';
import { TIERS } from './entitlement.ts';
import type { Tier } from './entitlement.ts';

export const MembershipTierEnum = enumOf(TIERS);
registerEnumType(MembershipTierEnum, {
  name: 'MembershipTier',
  description: 'Membership of a user; free without a token.',
});

@ObjectType('Viewer', {
  description: 'Who asks: the user of the token, or nobody but the API key.',
  simpleResolvers: true,
})
export class ViewerFacts {
  @Field(() => ID, { nullable: true, description: 'Id of the user; null without a token.' })
  uid!: string | null;

  @Field(() => Boolean, { description: 'Whether a valid token came with the request.' })
  isAuthenticated!: boolean;

  @Field(() => MembershipTierEnum, { description: 'The tier in force: free once the membership has expired.' })
  membershipTier!: Tier;

  @Field(() => [String], { description: 'Subscriptions held, granted ones included.' })
  subscriptions!: readonly string[];
}

@Resolver()
export class ViewerResolver {
  @Query(() => ViewerFacts, { description: 'Who asks, as the access rule sees it.' })
  viewer(@Ctx() { viewer }: RequestContext): ViewerFacts {
    return {
      uid: viewer.user?.uid ?? null,
      isAuthenticated: viewer.entitlement.isAuthenticated,
      membershipTier: viewer.entitlement.tier,
      subscriptions: heldSubscriptions(viewer),
    };
  }
}
