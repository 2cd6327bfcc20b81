import { Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../../api/enum.ts';
import { DateTime, GraphQLJSONObject } from '../../../api/scalars.ts';
import { Visible } from '../../../api/visible.ts';
import { MembershipTierEnum } from '../../access/viewer.resolver.ts';
import type { Tier } from '../../../access/access-level.ts';

const TOKEN_PROBLEMS = ['malformed', 'no-provider', 'other-project', 'expired', 'rejected'] as const;
export type TokenProblem = (typeof TOKEN_PROBLEMS)[number];

export const TokenProblemEnum = createEnum(
  'TokenProblem',
  TOKEN_PROBLEMS,
  'Why a token is not accepted: it is no token (malformed), the site has no identity provider (no_provider), it was issued for another project (other_project), it has expired, or its signature, issuer or user is not accepted (rejected).',
);

@Visible('admin')
@ObjectType({ description: 'What a site makes of an identity token.', simpleResolvers: true })
export class IdentityCheck {
  @Field(() => Boolean, { description: 'Whether the site accepts the token.' })
  isValid!: boolean;

  @Field(() => TokenProblemEnum, { nullable: true, description: 'Why it is not accepted; null if it is.' })
  problem!: TokenProblem | null;

  @Field(() => String, { nullable: true, description: 'Audience in the token, which is the project; not verified.' })
  audience!: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the token expires, as it says itself; not verified.' })
  expiresAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'Id of the user; null unless the token is accepted.' })
  uid!: string | null;

  @Field(() => String, { nullable: true, description: 'Email address of the user.' })
  email!: string | null;

  @Field(() => String, { nullable: true, description: 'Display name of the user.' })
  displayName!: string | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'The claims that rights are computed from: membershipTier, subscriptions, membershipExpiry.',
  })
  claims!: Record<string, unknown> | null;

  @Field(() => MembershipTierEnum, { nullable: true, description: 'Current tier: free if the membership has expired.' })
  membershipTier!: Tier | null;

  @Field(() => DateTime, { nullable: true, description: 'When the membership expires or expired.' })
  membershipExpiry!: string | null;

  @Field(() => [String], {
    description: 'Slugs of the subscriptions of the user, included ones as well; all of the catalogue with `*`.',
  })
  subscriptions!: readonly string[];
}
