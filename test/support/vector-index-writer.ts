/** Writes chunks into an embedded index until it is killed, and prints the source of each once it is accepted. */
import { randomUUID } from 'node:crypto';
import { openEmbeddedVectorIndex } from '../../src/adapters/vector-index/embedded.ts';

const [dir = '', prefix = ''] = process.argv.slice(2);
const { index, confirmRebuilt } = await openEmbeddedVectorIndex({ dir, dimensions: 8, model: 'test' });
await confirmRebuilt();
for (let at = 0; ; at++) {
  const sourceId = `${prefix}-${at}`;
  await index.upsert('site', [
    {
      id: randomUUID(),
      sourceId,
      generation: 1,
      kind: 'document',
      contentType: 'document',
      accessLevel: 'public',
      requiredSubscriptions: [],
      title: '',
      text: 'common',
      vector: Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0),
    },
  ]);
  process.stdout.write(`${sourceId}\n`);
}
