import type { TestSite } from '../../support/site.ts';

/** An answer other than 200, or GraphQL errors: what was said. */
export class RequestError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(String(body['error']));
    this.status = status;
    this.body = body;
  }
}

/** A caller of a site who keeps every answer, so that it can be searched for what it should not hold. */
export class Reader {
  readonly answers: string[] = [];
  private readonly site: TestSite;
  private readonly headers: Record<string, string>;

  constructor(site: TestSite, headers: Record<string, string>) {
    this.site = site;
    this.headers = headers;
  }

  /** @throws RequestError */
  async get<T>(path: string): Promise<T> {
    return this.rest<T>('GET', path);
  }

  /** @throws RequestError */
  async post<T>(path: string, body: object): Promise<T> {
    return this.rest<T>('POST', path, body);
  }

  /** The data. @throws RequestError for the first of the errors */
  async graphql<T>(query: string, variables: object = {}): Promise<T> {
    const headers = { 'x-svc-api-key': this.site.key, ...this.headers };
    const { data, errors } = await this.site.service.graphql<T>(query, variables, headers);
    this.answers.push(JSON.stringify({ data, errors }));
    const [error] = errors ?? [];
    if (error)
      throw new RequestError(Number(error.extensions['status'] ?? 0), { error: error.message, ...error.extensions });
    return data as T;
  }

  /** Whether a text came in any answer. */
  got(text: string): boolean {
    return this.answers.some((answer) => answer.includes(text));
  }

  private async rest<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.site.call<unknown>(method, path, body, this.headers);
    this.answers.push(JSON.stringify(answer.body));
    if (answer.status !== 200) throw new RequestError(answer.status, answer.body);
    return answer.body as T;
  }
}

/** Whether something is visible: false for errors of the access rule; any other error is thrown again. */
export async function isShown(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (
      error instanceof RequestError &&
      /^((Firebase authentication|\w+ membership|Subscription) required|Content not found$)/.test(error.message)
    )
      return false;
    throw error;
  }
}
