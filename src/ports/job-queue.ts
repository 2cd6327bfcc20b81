/**
 * Tells workers that there is work. The job row in PostgreSQL is the truth and a sweep finds what no message reached,
 * so a message may be lost, late or doubled without harm; it never carries more than ids.
 */
export interface JobQueue {
  /** Called after the transaction that wrote the rows has committed. Never throws: what fails here, the sweep finds. */
  dispatch(jobIds: readonly string[]): void;
}
