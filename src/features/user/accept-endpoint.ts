import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { AcceptInvitation } from './accept-invitation.ts';
import { toApiError } from './setup-endpoint.ts';

const BODY = z.object({ token: z.string(), name: z.string().optional(), password: z.string().optional() });

/** `POST /accept`: an invited person becomes a member, and a new user is signed in. */
export function acceptEndpoint(invitations: AcceptInvitation) {
  return {
    id: 'accept',
    endpoints: {
      accept: createAuthEndpoint('/accept', { method: 'POST', body: BODY }, async (ctx) => {
        const { token, name = '', password = '' } = ctx.body;
        const signedInAs = (await getSessionFromCtx(ctx))?.user.id ?? null;
        const id = await invitations.accept({ token, name, password, signedInAs }).catch(toApiError);
        const user = await ctx.context.internalAdapter.findUserById(id);
        if (!user) throw new APIError('UNAUTHORIZED');
        if (id !== signedInAs) {
          await setSessionCookie(ctx, { session: await ctx.context.internalAdapter.createSession(id), user });
        }
        return ctx.json({ user: { id, name: user.name, email: user.email } });
      }),
    },
  } satisfies BetterAuthPlugin;
}
