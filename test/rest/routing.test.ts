import { describe, expect, test } from 'vitest';
import { call } from './support/call.ts';
import { useRest } from './support/service.ts';

const rest = useRest();

describe('a route', () => {
  test('exists for each document, the fixed path before the variable one', async () => {
    expect((await call(rest.server, 'GET /personas/templates')).headers['x-operation']).toBe('ListTemplates');
    expect((await call(rest.server, 'GET /personas/p1')).headers['x-operation']).toBe('GetPersona');
  });

  test.each([['GET /nothing'], ['POST /nothing'], ['GET /'], ['GET /personas/p1/more'], ['PROPFIND /nothing']])(
    'that no document makes is 404: %s',
    async (route) => {
      const { status, body } = await call(rest.server, route, route.startsWith('POST') ? { text: '{' } : {});
      expect([status, body]).toEqual([404, { success: false, error: 'Not found' }]);
    },
  );

  test('that no document makes is 404 before its body is read', async () => {
    const { status } = await call(rest.server, 'POST /nothing', { text: ' '.repeat(2 ** 21) });
    expect(status).toBe(404);
  });

  test.each([
    ['PATCH /personas/p1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['DELETE /personas', 'GET, HEAD, POST, OPTIONS'],
    ['GET /forms/submit', 'POST, OPTIONS'],
    ['PROPFIND /personas/p1?x=1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
  ])('with another method is 405 and names those it has: %s', async (route, allow) => {
    const { status, body, headers } = await call(rest.server, route);
    expect([status, body, headers['allow']]).toEqual([405, { success: false, error: 'Method not allowed' }, allow]);
  });

  test('with a path that is no URL is 400, with a long id it is found', async () => {
    const malformed = await call(rest.server, 'GET /personas/%zz');
    expect([malformed.status, malformed.body]).toEqual([400, { success: false, error: 'Malformed request' }]);
    expect((await call(rest.server, `GET /personas/${'x'.repeat(500)}`)).status).toBe(200);
  });

  test('answers OPTIONS with its methods', async () => {
    const { status, headers } = await call(rest.server, 'OPTIONS /personas');
    expect([status, headers['allow']]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});
