/** Of any type: the identity of a resource and when it changed, but none of its content. */
const IDENTITY: ReadonlySet<string> = new Set(['__typename', 'id', 'createdAt', 'updatedAt', 'deleted']);

/** By type: values that the call has just created and that the caller cannot get otherwise. */
const MADE_BY_THE_CALL: Readonly<Record<string, readonly string[]>> = {
  Asset: ['key'],
  UploadGrant: ['uploadUrl', 'cdnUrl', 'key', 'expiresIn', 'headers'],
  WebhookTool: ['signingSecret'],
};

/**
 * Whether an API key without the scope `read` may read a field in the result of a write. None of these fields has
 * subfields.
 */
export function isAnsweredWithoutRead(type: string, field: string): boolean {
  return IDENTITY.has(field) || (MADE_BY_THE_CALL[type]?.includes(field) ?? false);
}
