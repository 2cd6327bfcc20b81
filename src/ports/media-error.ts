export const MEDIA_FAILURE_CODES = [
  'TOOLS_MISSING',
  'UNREACHABLE',
  'NOT_A_VIDEO',
  'MANIFEST',
  'MALFORMED',
  'TOO_LARGE',
  'TOO_LONG',
  'TOO_SLOW',
  'OUT_OF_MEMORY',
] as const;

/** Why a video cannot be fetched or read, which a retry does not change; `message` is for the user who submitted it. */
export class MediaError extends Error {
  override readonly name = 'MediaError';
  readonly code: (typeof MEDIA_FAILURE_CODES)[number];

  constructor(code: (typeof MEDIA_FAILURE_CODES)[number], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
