import type { GraphQLAnswer, TestService } from './service.ts';

/** A browser with the cookies of one person, on a page of the service. */
export class Browser {
  readonly service: TestService;
  cookies = new Map<string, string>();
  /** The `Set-Cookie` headers of the last answer. */
  lastSet: string[] = [];

  constructor(service: TestService) {
    this.service = service;
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async auth<T = Record<string, unknown>>(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T; headers: Headers }> {
    const response = await fetch(`${this.service.url}/api/auth${path}`, {
      method,
      headers: {
        origin: this.service.url,
        ...(this.cookies.size > 0 ? { cookie: this.cookie } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    this.keep(response.headers.getSetCookie());
    return { status: response.status, body: (await response.json()) as T, headers: response.headers };
  }

  signIn(email: string, password: string) {
    return this.auth('POST', '/sign-in/email', { email, password });
  }

  /** GraphQL as the page sends it. @param siteId the site it is about; null without one */
  graphql<T = Record<string, unknown>>(
    query: string,
    variables: object = {},
    siteId: string | null = null,
    headers: Record<string, string> = {},
  ): Promise<GraphQLAnswer<T>> {
    return this.service.graphql<T>(query, variables, {
      origin: this.service.url,
      cookie: this.cookie,
      'x-lectern-csrf': '1',
      ...(siteId === null ? {} : { 'x-lectern-site': siteId }),
      ...headers,
    });
  }

  keep(set: string[]): void {
    this.lastSet = set;
    for (const cookie of set) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0/i.test(cookie)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
}
