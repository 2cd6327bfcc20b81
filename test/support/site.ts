import type { GraphQLAnswer, TestService } from './service.ts';

export interface RestAnswer<T = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: { success: boolean; data: T; error?: string; details?: { field: string; message: string }[] } & Record<
    string,
    unknown
  >;
}

/** One site and its key: calls go out as a consumer of the REST API or a GraphQL client would make them. */
export class TestSite {
  readonly service: TestService;
  readonly id: string;
  readonly key: string;

  constructor(service: TestService, id: string, key: string) {
    this.service = service;
    this.id = id;
    this.key = key;
  }

  get<T = Record<string, unknown>>(path: string, headers: Record<string, string> = {}): Promise<RestAnswer<T>> {
    return this.call<T>('GET', path, undefined, headers);
  }

  post<T = Record<string, unknown>>(path: string, body: unknown): Promise<RestAnswer<T>> {
    return this.call<T>('POST', path, body);
  }

  put<T = Record<string, unknown>>(path: string, body: unknown): Promise<RestAnswer<T>> {
    return this.call<T>('PUT', path, body);
  }

  delete<T = Record<string, unknown>>(path: string): Promise<RestAnswer<T>> {
    return this.call<T>('DELETE', path);
  }

  /** @param path below `/api/sdk` */
  async call<T>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RestAnswer<T>> {
    const response = await fetch(`${this.service.url}/api/sdk${path}`, {
      method,
      headers: {
        'x-svc-api-key': this.key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as RestAnswer<T>['body'],
    };
  }

  /** GraphQL with the site's key; answers whatever comes. */
  graphql<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<GraphQLAnswer<T>> {
    return this.service.graphql<T>(query, variables, { 'x-svc-api-key': this.key });
  }

  /** The data of a POST that must succeed. */
  async create<T extends object = { _id: string; id: string }>(path: string, body: unknown): Promise<T> {
    const answer = await this.post<T>(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }

  /** Resolves once everything written so far is searchable (or failed). */
  async indexed(): Promise<void> {
    const { database } = this.service.app;
    for (;;) {
      const [row] = await database
        .forSite(this.id, 'background')
        .rows<{ open: number }>(`select count(*)::int as open from job where status in ('queued', 'running')`);
      if (row?.open === 0) return;
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
  }
}
