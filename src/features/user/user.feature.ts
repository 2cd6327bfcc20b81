import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import { defineFeature } from '../feature.ts';
import { type AccountMailDependencies, AccountMails } from './account/account-mails.ts';
import { Accounts } from './accounts.ts';
import { FirstUser } from './first-user.ts';
import { InvitationService } from './member/invitation.service.ts';
import { MemberResolver } from './member/member.resolver.ts';
import { MemberService } from './member/member.service.ts';
import { PasskeyStore } from './passkey/passkey-store.ts';
import { Passkeys } from './passkey/passkeys.ts';
import { OpenIdProvider, type SsoSettings } from './openid-provider.ts';
import { Sso } from './sso.ts';
import { UserResolver } from './user.resolver.ts';

interface UserDependencies extends AccountMailDependencies {
  database: Database;
  egress: Egress;
  /** The OpenID provider of the installation, if there is one. */
  sso: SsoSettings | undefined;
  sessionSecret: string;
  isLocal: boolean;
}

export const userFeature = defineFeature({
  resolvers: [UserResolver, MemberResolver],
  create: ({ sso, sessionSecret: secret, ...needs }: UserDependencies) => {
    const { database, limiter } = needs;
    const firstUser = new FirstUser(database, { secret, isLocal: needs.isLocal, hasSso: sso !== undefined });
    const mails = new AccountMails(needs);
    const accounts = new Accounts({
      ...needs,
      secret,
      firstUser,
      sso: sso ? new Sso({ ...needs, provider: new OpenIdProvider(sso, needs.egress, needs.publicUrl) }) : null,
      passkeys: new Passkeys({ ...needs, store: new PasskeyStore(database) }),
      sendReset: ({ email }, token) => mails.sendReset(email, token),
    });
    const members = new MemberService(database);
    return {
      services: { accounts, firstUser },
      resolvers: [
        new UserResolver(members),
        new MemberResolver(members, new InvitationService(database, limiter, mails)),
      ],
    };
  },
});
