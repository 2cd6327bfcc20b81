import { Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { DateTime } from '../../api/scalars.ts';
import { Scope } from '../../api/scope.ts';
import { Visible } from '../../api/visible.ts';
import { MembershipTierEnum } from '../access/viewer.resolver.ts';
import type { Tier } from '../../access/access-level.ts';
import { userSubscriptions } from './subscription.service.ts';

@Visible('caller')
@ObjectType({ description: 'The user identified by the token.', simpleResolvers: true })
export class SubscriptionUser {
  @Field(() => ID, { description: 'Id at the identity provider.' })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'Email address.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Display name.' })
  displayName!: string | null;
}

@Visible('site')
@ObjectType({ description: 'A subscription that the site offers.', simpleResolvers: true })
export class AvailableSubscription {
  @Field(() => String, { description: 'Slug, used in requiredSubscriptions of content items.' })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the subscription.' })
  description?: string | null;
}

@Visible('caller')
@ObjectType({ description: 'Subscriptions and membership of the user of the token.', simpleResolvers: true })
export class UserSubscriptions {
  @Field(() => Boolean, { description: 'Whether the request has a valid token.' })
  isAuthenticated!: boolean;

  @Field(() => SubscriptionUser, { nullable: true, description: 'The user; null without a valid token.' })
  user!: SubscriptionUser | null;

  @Field(() => [String], { description: 'Slugs of the subscriptions of the user, included ones as well.' })
  subscriptions!: readonly string[];

  @Field(() => MembershipTierEnum, { nullable: true, description: 'Current tier; null without a valid token.' })
  membershipTier!: Tier | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the membership expires or expired; null if it does not expire.',
  })
  membershipExpiry!: string | null;

  @Cost({ size: 10 })
  @Field(() => [AvailableSubscription], { description: 'Subscriptions that the site offers.' })
  availableSubscriptions!: AvailableSubscription[];

  @Field(() => String, { nullable: true, description: 'Why the user is not authenticated; null with a valid token.' })
  message!: string | null;
}

@Resolver()
export class SubscriptionResolver {
  @Scope('read')
  @Query(() => UserSubscriptions, {
    description: 'Subscriptions and membership of the user. An invalid token is treated as no token.',
  })
  async userSubscriptions(@Ctx() context: RequestContext): Promise<UserSubscriptions> {
    return userSubscriptions(context.viewerOrAnonymous);
  }
}
