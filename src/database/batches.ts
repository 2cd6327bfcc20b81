import { NO_ID } from '../shared/ids.ts';

/** Rows in the order of their ids, a batch at a time. @param read the first of those after an id; none: the end */
export async function* batchesById<T extends { id: string }>(
  read: (after: string) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let after = NO_ID; ;) {
    const batch = await read(after);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.id;
  }
}
