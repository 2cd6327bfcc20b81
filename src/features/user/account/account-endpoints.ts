import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { Checks } from '../../../shared/checks.ts';
import { ServiceError, badRequest } from '../../../shared/errors.ts';
import { acceptInvitation } from '../member/accept-invitation.ts';
import type { FirstUser } from '../first-user.ts';
import { checkUserName } from '../new-user.ts';

const ACCEPTANCE = z.object({ token: z.string(), name: z.string().optional(), password: z.string().optional() });
const SETUP = ACCEPTANCE.extend({ email: z.string().optional() });

/**
 * `POST /setup`: the first user, signed in by the link that the start prints. `POST /accept`: an invited person becomes a
 * member, and a new user is signed in.
 */
export function accountEndpoints(database: Database, firstUser: FirstUser) {
  return {
    id: 'accounts',
    endpoints: {
      setup: createAuthEndpoint('/setup', { method: 'POST', body: SETUP }, async (ctx) => {
        const { token, name, email, password } = ctx.body;
        const isNamed = name !== undefined || email !== undefined || password !== undefined;
        const credentials = isNamed ? { name: name ?? '', email: email ?? '', password: password ?? '' } : null;
        return ctx.json(await signIn(ctx, await firstUser.open(token, credentials).catch(toApiError)));
      }),
      accept: createAuthEndpoint('/accept', { method: 'POST', body: ACCEPTANCE }, async (ctx) => {
        const { token, name = '', password = '' } = ctx.body;
        const currentUserId = (await getSessionFromCtx(ctx))?.user.id ?? null;
        const accepted = acceptInvitation(database, { token, name, password, signedInAs: currentUserId });
        return ctx.json(await signIn(ctx, await accepted.catch(toApiError), currentUserId));
      }),
    },
  } satisfies BetterAuthPlugin;
}

/** Asserts a valid name in each change of a user. @throws APIError BAD_REQUEST for a name that is not one line */
export async function assertUserName({ name }: { name?: unknown }): Promise<void> {
  if (name === undefined) return;
  const checks = new Checks();
  checkUserName(checks, typeof name === 'string' ? name : '');
  if (!checks.isPassed) toApiError(badRequest('name', checks.violations[0]?.message ?? ''));
}

/** Begins a session of the user, unless there is one. Returns what the endpoint answers. */
export async function signIn(ctx: GenericEndpointContext, id: string, currentUserId: string | null = null) {
  const user = await ctx.context.internalAdapter.findUserById(id);
  if (!user) throw new APIError('UNAUTHORIZED');
  if (id !== currentUserId) {
    await setSessionCookie(ctx, { session: await ctx.context.internalAdapter.createSession(id), user });
  }
  return { user: { id, name: user.name, email: user.email } };
}

export function toApiError(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new APIError(error.status as 400, { code: error.code, message: error.message, ...error.extras });
}
