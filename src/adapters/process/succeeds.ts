/** Tells whether the work does not reject; its result and the error are of no interest. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
