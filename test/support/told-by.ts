/** Everything that a log could show of the error that the work fails with, causes included. */
export async function toldBy(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) => allOf(error),
  );
}

function allOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, ...own } = { ...error, cause: error.cause };
  return [error.stack, JSON.stringify(own), cause === undefined ? '' : allOf(cause)].join('\n');
}
