import { parse } from 'graphql';
import { expect, test } from 'vitest';
import { DocumentStore } from '../../src/graphql/server/document-store.ts';

test('documents that differ by every request do not add up', async () => {
  const documents = new DocumentStore();
  const longText = 'a'.repeat(10_000);
  for (let number = 0; number < 100; number += 1) {
    await documents.set(`${number}`, parse(`{ contents(search: "${longText}${number}") { total } }`));
  }
  expect(documents.size).toBeGreaterThan(200_000);
  expect(documents.size).toBeLessThanOrEqual(300_000);
  expect(await documents.get('0')).toBeUndefined();
  expect(await documents.get('99')).toMatchObject({ kind: 'Document' });
});
