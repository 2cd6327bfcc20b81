/**
 * Notifies workers of jobs. The job rows in PostgreSQL are authoritative and a sweep finds jobs whose message was lost,
 * so a message may be lost, late or duplicated; it only contains ids.
 */
export interface JobQueue {
  /** Authenticates deliveries by HTTP; null: the workers of this process are woken and claim jobs themselves. */
  readonly sender: DeliverySender | null;
  /**
   * Dispatches jobs after the transaction that wrote the rows was committed. Never throws: the sweep repeats what fails
   * here.
   */
  dispatch(deliveries: readonly JobDelivery[]): void;
  /** Calls `wake` when there may be work for this process. Does nothing with deliveries by HTTP. */
  listen(wake: () => void): void;
  /**
   * Resolves when everything dispatched so far was sent or has failed, after a few seconds at the latest. A process
   * that only gets CPU during requests must wait for it before it responds. Never rejects.
   */
  drain(): Promise<void>;
  /** Drains the queue and releases its resources. */
  close(): Promise<void>;
}

/** Runs one job after its delay. */
export interface JobDelivery {
  jobId: string;
  /**
   * Identifies the turn of the job: a job that is postponed gets a new one. Deliveries of one job and turn are the
   * same.
   */
  turn: string;
  /** Delay until the job may be started; 0: immediately. */
  delaySeconds: number;
  /** Distinguishes a repeated delivery of a turn, whose first one may be lost, from the first. */
  repeat?: string;
}

export interface DeliverySender {
  /**
   * Resolves if the bearer token was issued for the queue and this service. Rejects with ServiceError:
   * `UNAUTHENTICATED` for a missing, malformed or expired token and for one of another service, `FORBIDDEN` for another
   * account, `UNAVAILABLE` if it cannot be verified now. No error contains any part of the token.
   */
  verify(token: string): Promise<void>;
}
