import { describe, expect, test } from 'vitest';
import { useService } from '../support/use-service.ts';

const service = useService();

async function call(method: string, path: string, text?: string) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/api/sdk${path}`, {
    method,
    ...(text === undefined ? {} : { headers, body: text }),
  });
  return [response.status, await response.json()];
}

describe('without an API key', () => {
  test.each([
    ['GET', '/nothing'],
    ['POST', '/nothing'],
    ['GET', '/personas/p1/more'],
  ])('a route that no document makes is 404: %s %s', async (method, path) => {
    const answer = await call(method, path, method === 'POST' ? '{' : undefined);
    expect(answer).toEqual([404, { success: false, error: 'Not found' }]);
  });

  test('an operation is 401 before its body is looked at', async () => {
    expect(await call('POST', '/personas', '{')).toEqual([401, { success: false, error: 'API key required' }]);
  });

  test('an operation whose document declares a text and an envelope for it answers with these', async () => {
    expect(await call('POST', '/forms/submit', '{')).toEqual([401, { error: 'API key is required' }]);
  });
});
