import { createHash, randomBytes } from 'node:crypto';
import type { Scope } from '../../../database/database.ts';
import { type TableRow, table } from '../../../database/table.ts';
import { notFound } from '../../../shared/errors.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { CallableWebhookTool } from '../../webhook-tool/webhook-tool.service.ts';
import { ChatConfirmationEntity } from '../agent.entity.ts';
import type { ChatAction } from '../agent.types.ts';
import type { ChatConfirmationInput } from '../chat-input.types.ts';
import type { Session } from '../session/session.ts';

const VALID_MS = 15 * 60 * 1000;

/** A call that waits for confirmation. Only the client knows the token: only its hash is stored. */
export interface RequestedConfirmation {
  token: string;
  tool: CallableWebhookTool;
  input: unknown;
  expiresAt: Date;
}

const confirmations = table(ChatConfirmationEntity, 'c', { only: ['toolId', 'toolName', 'toolUpdatedAt', 'input'] });
const TAKE = confirmations.statement(
  (columns) => `delete from chat_confirmation c
    where c.token_hash = $1 and c.session_id = $2 and c.user_id is not distinct from $3 and c.expires_at > now()
    returning ${columns}`,
);

/** The user's decision about a call. */
export type DecidedConfirmation = TableRow<typeof confirmations> & { approved: boolean };

export function requestConfirmation(tool: CallableWebhookTool, input: unknown): RequestedConfirmation {
  return { token: randomBytes(32).toString('base64url'), tool, input, expiresAt: new Date(Date.now() + VALID_MS) };
}

/** Asks the client to present a call to the user, and to send the token with the next message. */
export function confirmAction({ token, tool, input, expiresAt }: RequestedConfirmation): ChatAction {
  const payload = { token, tool: tool.name, description: tool.description, input, expiresAt: expiresAt.toISOString() };
  return { type: 'confirm', payload };
}

/** The actions to store, without tokens, so that readers of the session cannot confirm a call. */
export function removeTokens(actions: readonly ChatAction[] | null): ChatAction[] | null {
  return (
    actions?.map((action) => {
      if (action.type !== 'confirm') return action;
      const { token: _token, ...payload } = action.payload;
      return { ...action, payload };
    }) ?? null
  );
}

/** The rows of requested confirmations, for the statement that stores their turn. */
export function confirmationRows(requested: readonly RequestedConfirmation[]) {
  return requested.map(({ token, tool, input, expiresAt }) => ({
    tokenHash: hashToken(token),
    toolId: tool.id,
    toolName: tool.name,
    toolUpdatedAt: tool.updatedAt,
    input,
    expiresAt: expiresAt.toISOString(),
  }));
}

/**
 * Consumes a confirmation: the first message with its token decides, even if that message fails later. Unknown, used
 * and expired tokens, and those of other sessions and users, are all not found.
 */
export async function takeConfirmation(
  viewer: Viewer,
  session: Session,
  { token, approved }: ChatConfirmationInput,
): Promise<DecidedConfirmation> {
  const row = await viewer.scope.row(TAKE, [hashToken(token), session.id, viewer.user?.uid ?? null]);
  if (!row) throw notFound('Confirmation');
  return { ...row, approved };
}

/** Removes the expired confirmations of all sites. */
export async function deleteExpiredConfirmations(scope: Scope): Promise<void> {
  await scope.rows('delete from chat_confirmation where expires_at < now()');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
