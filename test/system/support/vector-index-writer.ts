/** Writes chunks into an embedded index until it is killed, and prints the source of each after it was accepted. */
import { openEmbeddedVectorIndex } from '../../support/embedded-index.ts';
import { chunk, DIMENSIONS } from '../../support/chunk.ts';

const [dir = '', prefix = '', ids, minDead] = process.argv.slice(2);
const { index, confirmRebuilt } = await openEmbeddedVectorIndex({
  dir,
  dimensions: DIMENSIONS,
  model: 'test',
  ...(minDead && { minDead: Number(minDead) }),
});
await confirmRebuilt();
for (let at = 0; ; at++) {
  const sourceId = `${prefix}-${at}`;
  await index.upsert('site', [chunk({ sourceId, ...(ids && { id: String(at % Number(ids)) }) })]);
  process.stdout.write(`${sourceId}\n`);
}
