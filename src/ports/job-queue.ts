/**
 * Tells workers that there is work. The job row in PostgreSQL is the truth and a sweep finds what no message reached,
 * so a message may be lost, late or doubled without harm; it never carries more than ids.
 */
export interface JobQueue {
  /** Who may deliver by HTTP; null: the workers of this process are woken, and deliver to themselves. */
  readonly sender: DeliverySender | null;
  /** Called after the transaction that wrote the rows has committed. Never throws: what fails here, the sweep finds. */
  dispatch(deliveries: readonly JobDelivery[]): void;
  /** Calls `wake` when there may be work for this process. Does nothing where deliveries come by HTTP. */
  listen(wake: () => void): void;
  /**
   * Resolves once everything dispatched so far has been handed over or has failed, after a few seconds at the latest. A
   * process that sleeps between its requests has to wait for it before it answers. Never rejects.
   */
  settled(): Promise<void>;
  /** As `settled`, and gives back what it holds. */
  close(): Promise<void>;
}

/** Runs one job, as soon as its delay is over. */
export interface JobDelivery {
  jobId: string;
  /** Which waiting of the job it is about: a job that is put back waits anew. Deliveries of one job and turn are the same. */
  turn: string;
  /** As long as the job may not be started yet; 0: at once. */
  delaySeconds: number;
  /** Tells a repeated delivery of a turn, whose first one may be lost, from the first. */
  repeat?: string;
}

export interface DeliverySender {
  /**
   * Resolves when the bearer token is the queue's own, meant for this service. Rejects with ServiceError: `UNAUTHENTICATED`
   * for none, a spoilt or an expired one and one for another service, `FORBIDDEN` for somebody else's, `UNAVAILABLE` when it
   * cannot be told for now. No error holds anything of the token.
   */
  verify(token: string): Promise<void>;
}
