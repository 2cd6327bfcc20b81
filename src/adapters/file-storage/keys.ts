const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const MAX_KEY_LENGTH = 1_024;
const MAX_SEGMENT_LENGTH = 250;

/** Tells whether the key is valid; invalid keys never reach a file system or a bucket. */
export function isKey(key: string): boolean {
  return (
    key.length <= MAX_KEY_LENGTH &&
    key.split('/').every((segment) => segment.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(segment))
  );
}

export function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError('Invalid object key');
}
