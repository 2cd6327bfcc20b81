const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
const LONGEST_KEY = 1_024;
const LONGEST_SEGMENT = 250;

/** Whether the key is valid; invalid keys never reach a file system or a bucket. */
export function isKey(key: string): boolean {
  return (
    key.length <= LONGEST_KEY &&
    key.split('/').every((segment) => segment.length <= LONGEST_SEGMENT && SEGMENT.test(segment))
  );
}

export function requireKey(key: string): void {
  if (!isKey(key)) throw new TypeError('Invalid object key');
}
