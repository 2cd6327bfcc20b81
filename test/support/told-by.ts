/** Everything that a log could show of the error that the work fails with, causes included. */
export async function toldBy(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) => allOf(error),
  );
}

function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = Object.entries(error).filter(([name]) => name !== 'cause');
  return [error.stack, JSON.stringify(own), error.cause === undefined ? '' : allOf(error.cause)].join('\n');
}
