import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { loadOperations } from '../../../src/rest/documents/load-operations.ts';
import { REST_SERVER_OPTIONS } from '../../../src/rest/http/server-options.ts';
import { registerRest } from '../../../src/rest/http/register-rest.ts';
import type { RestOperation } from '../../../src/rest/operation.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { testSchema, type TestContext } from './schema.ts';

export const DOCUMENTS = fileURLToPath(new URL('documents', import.meta.url));

/** A service over the test schema, and the lines it logged. Every call needs the key `good`. */
export async function startService(): Promise<{ server: FastifyInstance; logged: string[] }> {
  const logged: string[] = [];
  const server = Fastify({
    ...REST_SERVER_OPTIONS,
    logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } },
  });
  const schema = testSchema();
  registerRest(server, { schema, operations: loadOperations(DOCUMENTS, schema), prefix: '/api/sdk', createContext });
  await server.ready();
  return { server, logged };
}

async function createContext(
  request: FastifyRequest,
  operation: RestOperation,
  reply: FastifyReply,
): Promise<TestContext> {
  const key = request.headers['x-svc-api-key'];
  if (key === undefined) throw new ServiceError('UNAUTHENTICATED', 'API key required');
  if (key === 'read-only' && operation.scope === 'write')
    throw new ServiceError('FORBIDDEN', 'API key does not allow this operation');
  reply.header('x-operation', operation.name);
  const uid = request.headers['x-uid'];
  const hasScope = (): boolean => true;
  return typeof uid === 'string' ? { uid, hasScope } : { hasScope };
}
