import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { ServiceError } from '../../shared/errors.ts';
import type { FirstUser } from './first-user.ts';

const BODY = z.object({
  token: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  password: z.string().optional(),
});

/** `POST /setup`: the first user, signed in by the link that the start prints. */
export function setupEndpoint(firstUser: FirstUser) {
  return {
    id: 'setup',
    endpoints: {
      setup: createAuthEndpoint('/setup', { method: 'POST', body: BODY }, async (ctx) => {
        const { token, name, email, password } = ctx.body;
        const isNamed = name !== undefined || email !== undefined || password !== undefined;
        const credentials = isNamed ? { name: name ?? '', email: email ?? '', password: password ?? '' } : null;
        const id = await firstUser.open(token, credentials).catch(toApiError);
        const user = await ctx.context.internalAdapter.findUserById(id);
        const session = await ctx.context.internalAdapter.createSession(id);
        if (!user) throw new APIError('UNAUTHORIZED');
        await setSessionCookie(ctx, { session, user });
        return ctx.json({ user: { id, name: user.name, email: user.email } });
      }),
    },
  } satisfies BetterAuthPlugin;
}

export function toApiError(error: unknown): never {
  if (!(error instanceof ServiceError)) throw error;
  throw new APIError(error.status as 400, { code: error.code, message: error.message, ...error.extras });
}
