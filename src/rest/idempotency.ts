/**
 * How an operation is kept from running twice under one `Idempotency-Key`: by one `transaction` with its answer, by a
 * `reservation` of the key before it starts, as work outside the database needs, or not at all.
 */
export type Idempotency = 'transaction' | 'reservation' | 'none';
