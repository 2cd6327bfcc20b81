import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../graphql/scalars.ts';
import type { MemberRole } from '../../shared/member-role.ts';
import { MemberRoleEnum } from './user.types.ts';

@ObjectType({ description: 'A user with a role on a site.', simpleResolvers: true })
export class Member {
  @Field(() => ID, { description: 'Identifier of the membership.' })
  id!: string;

  @Field(() => String, { description: 'Display name of the user.' })
  name!: string;

  @Field(() => String, { description: 'Email address, with which the user signs in.' })
  email!: string;

  @Field(() => MemberRoleEnum, { description: 'What the user may do on the site.' })
  role!: MemberRole;

  @Field(() => DateTime, { description: 'When the user became a member.' })
  createdAt!: string;
}

@ObjectType({ description: 'An invitation that was not accepted yet.', simpleResolvers: true })
export class Invitation {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Email address that the link was sent to.' })
  email!: string;

  @Field(() => MemberRoleEnum, { description: 'The role that it gives.' })
  role!: MemberRole;

  @Field(() => String, {
    nullable: true,
    description: 'Email address of the user who sent it; null for the admin key.',
  })
  invitedBy!: string | null;

  @Field(() => DateTime, { description: 'When its link stops working, 7 days after it was sent.' })
  expiresAt!: string;

  @Field(() => DateTime, { description: 'When it was sent.' })
  createdAt!: string;
}
