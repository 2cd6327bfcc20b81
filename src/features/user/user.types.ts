import { Field, ID, ObjectType } from 'type-graphql';
import { enumOf } from '../../graphql/enum.ts';
import { MEMBER_ROLES, type MemberRole } from '../../shared/member-role.ts';

export const MemberRoleEnum = enumOf(
  'MemberRole',
  MEMBER_ROLES,
  'What a member of a site may do, ascending: viewer and author (read everything, drafts too), editor (write all content, types, documents, personas and triggers), owner.',
);

@ObjectType({ description: 'A site, as its members see it.', simpleResolvers: true })
export class MemberSite {
  @Field(() => ID, { description: 'Identifier, the value of the header `X-Lectern-Site`.' })
  id!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;
}

@ObjectType({ description: 'A site of a user, and the role there.', simpleResolvers: true })
export class Membership {
  @Field(() => MemberRoleEnum, { description: 'What the user may do there.' })
  role!: MemberRole;

  @Field(() => MemberSite, { description: 'The site.' })
  site!: MemberSite;
}

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
