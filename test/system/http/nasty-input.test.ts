import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RestOperation } from '../../../src/rest/operation.ts';
import { restOperations } from '../../support/api-schema.ts';
import { useSite } from '../../support/use-service.ts';
import type { RestAnswer } from '../../support/site.ts';
import { nastyRequest } from './nasty-input.ts';

const RUNS_EACH = 25;

const operations = restOperations();

const site = useSite();

describe('no input makes a REST operation answer 5xx, or anything but its envelope', () => {
  test.each(operations.map((operation) => ({ name: operation.name, operation })))('$name', async ({ operation }) => {
    const known = await resources();
    await fc.assert(
      fc.asyncProperty(nastyRequest(operation, known), async ({ path, body }) => {
        const answer = await site.call<Record<string, unknown>>(operation.method, path, body);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
        expectEnvelope(operation, answer);
      }),
      { numRuns: RUNS_EACH },
    );
  });
});

/** Ids and slugs that are there, until an operation under test deletes them. */
async function resources(): Promise<string[]> {
  const item = await site.create('/content', { externalId: randomUUID(), type: 'article', title: 'Known' });
  const document = await site.create('/knowledge/documents', { title: 'Known', content: 'Text' });
  return [item._id, document.id, 'article'];
}

function expectEnvelope(operation: RestOperation, { status, body }: RestAnswer): void {
  if (status === 200) expect(body.success).toBe(true);
  else if (operation.errorEnvelope === 'ERROR_ONLY') expect(body).toEqual({ error: expect.any(String) });
  else expect(body).toMatchObject({ success: false, error: expect.stringMatching(/./) });
}
