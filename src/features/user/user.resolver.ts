import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { Cost } from '../../api/cost.ts';
import { Scope } from '../../api/scope.ts';
import type { MemberService } from './member/member.service.ts';
import { Me, Membership } from './user.types.ts';

@Resolver(() => Me)
export class UserResolver {
  private readonly members: MemberService;

  constructor(members: MemberService) {
    this.members = members;
  }

  @Scope('read')
  @Query(() => Me, { nullable: true, description: 'The user who is signed in; null without a session.' })
  me(@Ctx() context: RequestContext): Me | null {
    return context.session;
  }

  @Cost({ points: 10, size: 20 })
  @FieldResolver(() => [Membership], { description: 'The sites that the user is a member of, by name, at most 1,000.' })
  async memberships(@Root() me: Me): Promise<Membership[]> {
    return this.members.listMemberships(me.id);
  }
}
