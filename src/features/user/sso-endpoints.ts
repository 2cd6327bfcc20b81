import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import type { SsoChecks } from './openid-provider.ts';
import type { Sso } from './sso.ts';

const MINUTES_10 = 600;
/** A path of the dashboard. */
const BACK = z
  .string()
  .max(1_000)
  .regex(/^\/[^\\\s]*$/);

/** `GET /sso` says whether there is a provider. With one, the others lead to it and back. */
export function ssoEndpoints(sso: Sso | null) {
  const about = createAuthEndpoint('/sso', { method: 'GET' }, async (ctx) => ctx.json({ name: sso?.name ?? null }));
  return { id: 'sso', endpoints: sso ? { about, ...withProvider(sso) } : { about } } satisfies BetterAuthPlugin;
}

interface SsoState extends SsoChecks {
  back: string;
}

function withProvider(sso: Sso) {
  return {
    startSso: createAuthEndpoint(
      '/sign-in/sso',
      { method: 'POST', body: z.object({ back: BACK.optional(), asksAgain: z.boolean().default(false) }) },
      async (ctx) => {
        const signIn = await sso.start(ctx.body.asksAgain);
        if (!signIn) throw new APIError('BAD_GATEWAY', UNREACHABLE);
        const state: SsoState = { ...signIn.checks, back: ctx.body.back ?? '/' };
        const { name, attributes } = checksCookie(ctx);
        await ctx.setSignedCookie(name, JSON.stringify(state), ctx.context.secret, attributes);
        return ctx.json({ url: signIn.url });
      },
    ),
    finishSso: createAuthEndpoint('/sso/callback', { method: 'GET' }, async (ctx) => {
      const { name, attributes } = checksCookie(ctx);
      const cookie = await ctx.getSignedCookie(name, ctx.context.secret);
      ctx.setCookie(name, '', { ...attributes, maxAge: 0 });
      const { back, ...checks } = cookie ? (JSON.parse(cookie) as SsoState) : NO_STATE;
      const query = new URL(ctx.request?.url ?? '', ctx.context.baseURL).search;
      const outcome = cookie ? await sso.signIn(query, checks) : 'failed';
      const user = typeof outcome === 'string' ? null : await ctx.context.internalAdapter.findUserById(outcome.userId);
      if (!user) throw ctx.redirect(`/admin/sign-in?sso=${typeof outcome === 'string' ? outcome : 'failed'}`);
      await setSessionCookie(ctx, { session: await ctx.context.internalAdapter.createSession(user.id), user });
      throw ctx.redirect(`/admin${back.replace(/^\/admin/, '')}`);
    }),
  };
}

const UNREACHABLE = { code: 'BAD_GATEWAY', message: 'The OpenID provider cannot be reached' };
const NO_STATE: SsoState = { state: '', nonce: '', verifier: '', back: '/' };

/** Unlike the session it is sent when another site, the provider, leads back. */
function checksCookie(ctx: GenericEndpointContext) {
  const { name, attributes } = ctx.context.createAuthCookie('sso', { maxAge: MINUTES_10, sameSite: 'lax' });
  return { name, attributes };
}
