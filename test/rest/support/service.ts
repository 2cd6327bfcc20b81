import { fileURLToPath } from 'node:url';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { loadOperations } from '../../../src/rest/documents/load-operations.ts';
import { REST_SERVER_OPTIONS } from '../../../src/rest/http/server-options.ts';
import { registerRest } from '../../../src/rest/http/register-rest.ts';
import type { RestOperation } from '../../../src/rest/operation.ts';
import { TestContext, testSchema } from './schema.ts';
import { use } from '../../support/use.ts';

export const DOCUMENTS = fileURLToPath(new URL('documents', import.meta.url));

/** One for the tests around. */
export function useRest(): Awaited<ReturnType<typeof startService>> {
  return use(startService, ({ server }) => server.close());
}

/** The REST surface over the test schema, without keys, and the lines it logged. */
async function startService(): Promise<{ server: FastifyInstance; logged: string[] }> {
  const logged: string[] = [];
  const server = Fastify({
    ...REST_SERVER_OPTIONS,
    logger: { level: 'error', stream: { write: (line: string) => void logged.push(line) } },
  });
  const schema = testSchema();
  registerRest(server, { operations: loadOperations(DOCUMENTS, schema), prefix: '/api/sdk', createContext });
  await server.ready();
  return { server, logged };
}

async function createContext(
  request: FastifyRequest,
  operation: RestOperation,
  reply: FastifyReply,
): Promise<TestContext> {
  reply.header('x-operation', operation.name);
  const uid = request.headers['x-uid'];
  return new TestContext(request.id, typeof uid === 'string' ? uid : undefined);
}
