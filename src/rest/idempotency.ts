/**
 * How an operation is executed at most once per `Idempotency-Key`: in one `transaction` with its response, by a
 * `reservation` of the key before it starts, as required for effects outside the database, or not at all.
 */
export type Idempotency = 'transaction' | 'reservation' | 'none';
