import type { Database } from '../../database/database.ts';
import type { Egress } from '../../ports/egress.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import type { Logger } from '../../shared/logger.ts';
import { defineFeature } from '../feature.ts';
import { AccountMails } from './account-mails.ts';
import { Accounts } from './accounts.ts';
import { FirstUser } from './first-user.ts';
import { InvitationService } from './invitation.service.ts';
import { MemberResolver } from './member.resolver.ts';
import { MemberService } from './member.service.ts';
import { PasskeyStore } from './passkey-store.ts';
import { Passkeys } from './passkeys.ts';
import { OpenIdProvider, type SsoSettings } from './openid-provider.ts';
import { Sso } from './sso.ts';
import { UserResolver } from './user.resolver.ts';
import { findSession } from './user-sessions.ts';

interface UserNeeds {
  database: Database;
  log: Logger;
  mailer: Mailer;
  limiter: RateLimiter;
  egress: Egress;
  /** The OpenID provider of the installation, if there is one. */
  sso: SsoSettings | undefined;
  publicUrl: string;
  sessionSecret: string;
  isLocal: boolean;
}

export const userFeature = defineFeature({
  resolvers: [UserResolver, MemberResolver],
  create: ({ database, log, mailer, limiter, egress, sso, publicUrl, sessionSecret, isLocal }: UserNeeds) => {
    const firstUser = new FirstUser(database, sessionSecret, isLocal);
    const mails = new AccountMails({ mailer, limiter, log, publicUrl });
    const provider = sso && new OpenIdProvider(sso, egress, publicUrl);
    const accounts = new Accounts({
      database,
      log,
      publicUrl,
      secret: sessionSecret,
      firstUser,
      sso: provider ? new Sso({ database, log, provider }) : null,
      passkeys: new Passkeys({ store: new PasskeyStore(database), limiter, log, publicUrl }),
      sendReset: ({ email }, token) => mails.sendReset(email, token),
    });
    const members = new MemberService(database);
    return {
      services: {
        accounts,
        firstUser,
        findSession: (token: string, siteId: string | null) => findSession(database, token, siteId),
      },
      resolvers: [
        new UserResolver(members),
        new MemberResolver(members, new InvitationService(database, limiter, mails)),
      ],
    };
  },
});
