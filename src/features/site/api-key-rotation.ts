import type { Scope } from '../../database/database.ts';
import { checkInput } from '../../api/input-bounds.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { displayPrefix, hashSecret, newApiKeySecret } from './api-key.ts';
import { RotateApiKeyInput } from './site.inputs.ts';

const DEFAULT_GRACE_SECONDS = 86_400;

/** Rotates a key in one statement, so that of two concurrent rotations only one ends a secret: the other one finds the grace time begun. */
const ROTATE = `update api_key set
    former_hash = case when $4::int > 0 then hash end,
    former_prefix = case when $4::int > 0 then prefix end,
    former_until = case when $4::int > 0 then now() + $4::int * interval '1 second' end,
    hash = $2, prefix = $3,
    expires_at = case when $5 then $6::timestamptz else expires_at end
  where id = $1 and revoked_at is null and ($5 or expires_at is null or expires_at > now())
    and ($4::int = 0 or former_until is null or former_until <= now())
  returning id`;

const STATE = `select revoked_at is not null as "isRevoked", former_until > now() as "hasFormer" from api_key where id = $1`;

/** Replaces the secret of a key; the previous one also works for the grace time. */
export async function rotateSecret(
  scope: Scope,
  id: string,
  input: RotateApiKeyInput,
): Promise<{ id: string; secret: string }> {
  const checks = checkInput(RotateApiKeyInput, input);
  if (input.expiresAt && input.expiresAt.getTime() <= Date.now()) checks.report('expiresAt', 'must be in the future');
  checks.throwIfInvalid();
  if (!isId(id)) throw notFound('API key');
  const secret = newApiKeySecret();
  const [rotated] = await scope.change<{ id: string }>(ROTATE, [
    id,
    hashSecret(secret),
    displayPrefix(secret),
    input.graceSeconds ?? DEFAULT_GRACE_SECONDS,
    input.expiresAt !== undefined,
    input.expiresAt ?? null,
  ]);
  if (!rotated) throw await rejection(scope, id);
  return { id, secret };
}

async function rejection(scope: Scope, id: string): Promise<Error> {
  const key = await scope.row<{ isRevoked: boolean; hasFormer: boolean | null }>(STATE, [id]);
  if (!key) return notFound('API key');
  if (key.isRevoked) return conflict('API key is revoked');
  if (key.hasFormer) return conflict('The previous secret still works: rotate with graceSeconds 0 to end both');
  return conflict('API key has expired');
}
