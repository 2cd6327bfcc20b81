import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  headers: LightMyRequestResponse['headers'];
}

export interface CallOptions {
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it stands. */
  text?: string;
  headers?: Record<string, string>;
}

/** Calls `<METHOD> <path>` below the prefix. */
export async function call(
  server: FastifyInstance,
  route: string,
  { body, text, headers = {} }: CallOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = route.split(' ');
  const payload = body === undefined ? text : JSON.stringify(body);
  const type = payload === undefined ? {} : { 'content-type': 'application/json' };
  const response = await server.inject({
    method: method as 'GET',
    url: `/api/sdk${path}`,
    headers: { ...type, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.payload === '' ? {} : response.json(),
  };
}
