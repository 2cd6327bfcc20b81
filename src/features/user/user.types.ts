import { Field, ID, ObjectType } from 'type-graphql';
import { createEnum } from '../../api/enum.ts';
import { DateTime } from '../../api/scalars.ts';
import { Visible } from '../../api/visible.ts';
import { MEMBER_ROLES, type MemberRole } from '../../access/member-role.ts';

export const MemberRoleEnum = createEnum(
  'MemberRole',
  MEMBER_ROLES,
  'What a member of a site may do, ascending: viewer and author (read everything, drafts too), editor (write all content, types, documents, personas and triggers), owner.',
);

@Visible('part')
@ObjectType({ description: 'A site, as its members see it.', simpleResolvers: true })
export class MemberSite {
  @Field(() => ID, { description: 'Identifier, the value of the header `X-Lectern-Site`.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;
}

@Visible('part')
@ObjectType({ description: 'A site of a user, and the role there.', simpleResolvers: true })
export class Membership {
  @Field(() => MemberRoleEnum, { description: 'What the user may do there.' })
  role!: MemberRole;

  @Field(() => MemberSite, { description: 'The site.' })
  site!: MemberSite;
}

@Visible('caller')
@ObjectType({ description: 'The signed-in user of this request.', simpleResolvers: true })
export class Me {
  @Field(() => ID, { description: 'Identifier.' })
  id!: string;

  @Field(() => String, { description: 'Email address, with which the user signs in.' })
  email!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether the user may do on every site what the admin key may.' })
  isInstallationAdmin!: boolean;
}

@Visible('admin')
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

@Visible('admin')
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
