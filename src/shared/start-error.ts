/** Why the service does not start, as one sentence with an instruction; printed without a stack. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

const PORT_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process: stop that one, or choose another PORT',
  EACCES: 'may not be used by this user: choose a PORT from 1024 on',
  EADDRNOTAVAIL: 'is not an address of this machine: choose another HOST',
};

/** Output for a failed start: a sentence for errors that the user can fix, and a stack for all others. */
export function describeStartError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof StartError) return error.message;
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const aboutPort = syscall === 'listen' ? PORT_ERRORS[code ?? ''] : undefined;
  return aboutPort === undefined ? (error.stack ?? error.message) : `Port ${port} of ${address} ${aboutPort}.`;
}
