import { Ctx, Field, ID, ObjectType, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../graphql/context.ts';
import { DateTime } from '../../graphql/scalars.ts';
import { MembershipTierEnum } from '../access/viewer.resolver.ts';
import type { Tier } from '../access/entitlement.ts';
import { userSubscriptions } from './subscription.service.ts';

@ObjectType({ description: 'A user as the token names them.', simpleResolvers: true })
export class SubscriptionUser {
  @Field(() => ID, { description: 'Id at the identity provider.' })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'Email address.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Display name.' })
  displayName!: string | null;
}

@ObjectType({ description: 'A subscription that the site offers.', simpleResolvers: true })
export class AvailableSubscription {
  @Field(() => String, { description: 'What content items require.' })
  slug!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What it offers.' })
  description?: string | null;
}

@ObjectType({ description: 'What the user of the token has subscribed to.', simpleResolvers: true })
export class UserSubscriptions {
  @Field(() => Boolean, { description: 'Whether a valid token came with the request.' })
  isAuthenticated!: boolean;

  @Field(() => SubscriptionUser, { nullable: true, description: 'The user; null without a valid token.' })
  user!: SubscriptionUser | null;

  @Field(() => [String], { description: 'Slugs held, granted ones included.' })
  subscriptions!: readonly string[];

  @Field(() => MembershipTierEnum, { nullable: true, description: 'The tier in force; null without a valid token.' })
  membershipTier!: Tier | null;

  @Field(() => DateTime, { nullable: true, description: 'When the membership ends or ended; null: never.' })
  membershipExpiry!: string | null;

  @Field(() => [AvailableSubscription], { description: 'What the site offers.' })
  availableSubscriptions!: AvailableSubscription[];

  @Field(() => String, { nullable: true, description: 'Why there is no user; null with a valid token.' })
  message!: string | null;
}

@Resolver()
export class SubscriptionResolver {
  @Query(() => UserSubscriptions, {
    description: 'The subscriptions and membership of the user. A token that does not verify counts as none here.',
  })
  async userSubscriptions(@Ctx() context: RequestContext): Promise<UserSubscriptions> {
    return userSubscriptions(context.viewerOrAnonymous);
  }
}
