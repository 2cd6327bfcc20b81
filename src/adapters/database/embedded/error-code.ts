/** The system's name for what went wrong, such as `ENOENT`; empty when it gave none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
