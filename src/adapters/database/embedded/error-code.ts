/** Error code of the operating system, such as `ENOENT`; empty if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
