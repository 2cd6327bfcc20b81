import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import { signIn, toApiError } from '../account/account-endpoints.ts';
import type { Passkeys } from './passkeys.ts';

const CREDENTIAL_ID = z.string().max(1_400);
const BYTES = z.string().max(6_000);

/** The credential that a browser sends; extensions of WebAuthn are not used. */
const credential = <T extends z.ZodRawShape>(response: T) =>
  z
    .object({ id: CREDENTIAL_ID, rawId: CREDENTIAL_ID, type: z.literal('public-key'), response: z.object(response) })
    .transform((credential) => ({ ...credential, clientExtensionResults: {} }));

const REGISTRATION_BODY = z.object({
  name: z.string(),
  response: credential({
    clientDataJSON: BYTES,
    attestationObject: BYTES,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

const ASSERTION_BODY = z.object({
  response: credential({
    clientDataJSON: BYTES,
    authenticatorData: BYTES,
    signature: BYTES,
    userHandle: z.string().max(100).nullish(),
  }),
});

/** Passkeys of the signed-in user, and signing in with one. */
export function passkeyEndpoints(passkeys: Passkeys) {
  return {
    id: 'passkeys',
    endpoints: { ...ownPasskeys(passkeys), ...signInWithPasskey(passkeys) },
  } satisfies BetterAuthPlugin;
}

function ownPasskeys(passkeys: Passkeys) {
  const use = [sessionMiddleware];
  const options = z.object({ password: z.string().optional() });
  return {
    passkeyCreationOptions: createAuthEndpoint(
      '/passkey/creation-options',
      { method: 'POST', body: options, use },
      async (ctx) => {
        const { user, session } = ctx.context.session;
        if (!passkeys.isRecent(new Date(session.createdAt))) {
          if (ctx.body.password === undefined) throw new APIError('FORBIDDEN', PASSWORD_REQUIRED);
          await ctx.context.password.checkPassword(user.id, ctx);
        }
        return ctx.json(await passkeys.creationOptions(user));
      },
    ),
    addPasskey: createAuthEndpoint('/passkey/add', { method: 'POST', body: REGISTRATION_BODY, use }, async (ctx) => {
      const passkey = ctx.body as Parameters<Passkeys['add']>[1];
      return ctx.json(await passkeys.add(ctx.context.session.user, passkey).catch(toApiError));
    }),
    listPasskeys: createAuthEndpoint('/passkey/list', { method: 'GET', use }, async (ctx) =>
      ctx.json(await passkeys.list(ctx.context.session.user.id)),
    ),
    deletePasskey: createAuthEndpoint(
      '/passkey/delete',
      { method: 'POST', body: z.object({ id: z.string() }), use },
      async (ctx) => {
        await passkeys.delete(ctx.context.session.user.id, ctx.body.id).catch(toApiError);
        return ctx.json({ status: true });
      },
    ),
  };
}

const PASSWORD_REQUIRED = {
  code: 'PASSWORD_REQUIRED',
  message: 'This session is older than 15 minutes: password is required',
};

function signInWithPasskey(passkeys: Passkeys) {
  return {
    passkeyRequestOptions: createAuthEndpoint('/sign-in/passkey-options', { method: 'POST' }, async (ctx) =>
      ctx.json(await passkeys.requestOptions()),
    ),
    signInPasskey: createAuthEndpoint('/sign-in/passkey', { method: 'POST', body: ASSERTION_BODY }, async (ctx) => {
      const response = ctx.body.response as Parameters<Passkeys['signIn']>[0];
      const id = await passkeys.signIn(response).catch(toApiError);
      return ctx.json(await signIn(ctx, id));
    }),
  };
}
