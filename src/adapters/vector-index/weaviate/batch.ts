import { setTimeout as wait } from 'node:timers/promises';
import type { Collection } from 'weaviate-client';
import { ServiceError } from '../../../shared/errors.ts';
import type { WeaviateObject } from './record.ts';

/**
 * Up to this many objects are sent one by one, concurrently: the client delays each call with several objects by half a
 * second.
 */
const FEW = 32;
/** Objects and approximate bytes per call otherwise; a server accepts at most 100 MB. */
const MAX_OBJECTS = 200;
const MAX_BYTES = 8_000_000;
const CALLS_AT_ONCE = 4;
const ATTEMPTS = 3;
const PAUSE_MS = 200;

/**
 * Calls `storeBatch` with all objects in batches, several at a time. Stops at the first failure and waits for running
 * calls.
 */
export async function writeBatches(
  objects: readonly WeaviateObject[],
  storeBatch: (batch: WeaviateObject[]) => Promise<unknown>,
): Promise<void> {
  const isFew = objects.length <= FEW;
  const batches = isFew ? objects.map((object) => [object]).values() : cut(objects);
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      await storeBatch(batch).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: isFew ? objects.length : CALLS_AT_ONCE }, work));
  if (failures.length > 0) throw failures[0];
}

/**
 * Stores a batch. The server may store a part of it and reject the rest in its response: rejected objects are retried
 * one by one, so that one object cannot block the others; `UNAVAILABLE` if it stays rejected.
 */
export async function store(tenant: Collection, batch: readonly WeaviateObject[]): Promise<void> {
  let rejected = await insert(tenant, batch);
  for (let attempt = 1; rejected.length > 0; attempt++) {
    if (attempt > ATTEMPTS) {
      const cause = new Error(rejected[0]?.message ?? 'no reason given');
      throw new ServiceError('UNAVAILABLE', `The vector index rejected ${rejected.length} chunks`, {}, { cause });
    }
    await wait(PAUSE_MS * attempt);
    const again: RejectedChunk[] = [];
    for (const { object } of rejected) again.push(...(await insert(tenant, [object])));
    rejected = again;
  }
}

function* cut(objects: readonly WeaviateObject[]): Generator<WeaviateObject[]> {
  let batch: WeaviateObject[] = [];
  let bytes = 0;
  for (const object of objects) {
    const size = estimateSize(object);
    if (batch.length > 0 && (batch.length === MAX_OBJECTS || bytes + size > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(object);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

interface RejectedChunk {
  object: WeaviateObject;
  message: string;
}

async function insert(tenant: Collection, objects: readonly WeaviateObject[]): Promise<RejectedChunk[]> {
  const { errors } = await tenant.data.insertMany([...objects]);
  return Object.entries(errors).flatMap(([position, { message }]) => {
    const object = objects[Number(position)];
    return object ? [{ object, message }] : [];
  });
}

function estimateSize({ properties, vectors }: WeaviateObject): number {
  return String(properties['terms']).length + 4 * (vectors?.length ?? 0) + 500;
}
