import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { IdArg } from '../../../api/args.ts';
import type { RequestContext } from '../../../api/request-context.ts';
import { Cost } from '../../../api/cost.ts';
import { DeletionResult, toDeletionResult } from '../../../api/deletion-result.ts';
import { CALLER_SITE, Scope } from '../../../api/scope.ts';
import type { MemberRole } from '../../../access/member-role.ts';
import type { InvitationService } from './invitation.service.ts';
import type { MemberService } from './member.service.ts';
import { Invitation, Member, MemberRoleEnum } from '../user.types.ts';

/** Members and invitations of the site of the caller. */
@Resolver()
export class MemberResolver {
  private readonly service: MemberService;
  private readonly open: InvitationService;

  constructor(service: MemberService, open: InvitationService) {
    this.service = service;
    this.open = open;
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Cost({ points: 50, size: 100 })
  @Query(() => [Member], {
    description:
      'The members of the site of this request, by name, at most 1,000. Requires the admin key or the role owner.',
  })
  async members(@Ctx() { viewer }: RequestContext): Promise<Member[]> {
    return this.service.list(viewer.site.id);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Cost({ points: 50, size: 100 })
  @Query(() => [Invitation], {
    description:
      'The open invitations of the site of this request, latest first, at most 100. Requires the admin key or the role owner.',
  })
  async invitations(@Ctx() { viewer }: RequestContext): Promise<Invitation[]> {
    return this.open.list(viewer.site.id);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Cost(1_000)
  @Mutation(() => Invitation, {
    description:
      'Sends an email with a link, valid once and for 7 days, which makes its reader a member of the site of this request. An open invitation of the same address is replaced. CONFLICT for a member, and with 100 open invitations or 1,000 members; RATE_LIMITED after 50 in an hour; BAD_GATEWAY or UNAVAILABLE if the email could not be sent: invite again then. Requires the admin key or the role owner.',
  })
  async inviteMember(
    @Ctx() { viewer, session }: RequestContext,
    @Arg('email', () => String, { description: 'Email address.' }) email: string,
    @Arg('role', () => MemberRoleEnum, { description: 'The role that it gives.' }) role: MemberRole,
  ): Promise<Invitation> {
    return this.open.invite(viewer.site, { email, role, invitedBy: session?.email ?? null });
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Mutation(() => DeletionResult, {
    description:
      'Revokes an open invitation of the site of this request: its link stops working. NOT_FOUND for an unknown one. Requires the admin key or the role owner.',
  })
  async revokeInvitation(@Ctx() { viewer }: RequestContext, @IdArg('invitation') id: string): Promise<DeletionResult> {
    await this.open.revoke(viewer.site.id, id);
    return toDeletionResult(id);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Mutation(() => Member, {
    description:
      'Gives a member of the site of this request another role, from the next request on; open requests end within 5 seconds. CONFLICT for the last owner, NOT_FOUND for an unknown member. Requires the admin key or the role owner.',
  })
  async updateMember(
    @Ctx() { viewer }: RequestContext,
    @IdArg('membership') id: string,
    @Arg('role', () => MemberRoleEnum, { description: 'The new role.' }) role: MemberRole,
  ): Promise<Member> {
    return this.service.changeRole(viewer.site.id, id, role);
  }

  @Scope('admin', 'owner', CALLER_SITE)
  @Mutation(() => DeletionResult, {
    description:
      'Removes a member of the site of this request, who has no access with the next request, and whose open requests end within 5 seconds; the account stays. CONFLICT for the last owner, NOT_FOUND for an unknown member. Requires the admin key or the role owner.',
  })
  async removeMember(@Ctx() { viewer }: RequestContext, @IdArg('membership') id: string): Promise<DeletionResult> {
    await this.service.remove(viewer.site.id, id);
    return toDeletionResult(id);
  }
}
