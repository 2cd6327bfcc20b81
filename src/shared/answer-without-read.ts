/** Of any type: which thing it is and when it changed, nothing of what it holds. */
const IDENTITY: ReadonlySet<string> = new Set(['__typename', 'id', 'createdAt', 'updatedAt', 'deleted']);

/** By type: what the call itself has just made, which its caller could get in no other way. */
const MADE_BY_THE_CALL: Readonly<Record<string, readonly string[]>> = {
  Asset: ['key'],
  UploadGrant: ['uploadUrl', 'cdnUrl', 'key', 'expiresIn', 'headers'],
  WebhookTool: ['signingSecret'],
};

/** Whether a field may stand in the answer of a write by an API key that has no scope `read`. None of them has fields of its own. */
export function isAnsweredWithoutRead(type: string, field: string): boolean {
  return IDENTITY.has(field) || (MADE_BY_THE_CALL[type]?.includes(field) ?? false);
}
