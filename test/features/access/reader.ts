import type { TestSite } from '../../support/site.ts';

/** An answer other than 200, or GraphQL errors: what was said. */
export class Refused extends Error {
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

  /** @throws Refused */
  async get<T>(path: string): Promise<T> {
    return this.rest<T>('GET', path);
  }

  /** @throws Refused */
  async post<T>(path: string, body: object): Promise<T> {
    return this.rest<T>('POST', path, body);
  }

  /** The data. @throws Refused for the first of the errors */
  async graphql<T>(query: string, variables: object = {}): Promise<T> {
    const headers = { 'x-svc-api-key': this.site.key, ...this.headers };
    const { data, errors } = await this.site.service.graphql<T>(query, variables, headers);
    this.answers.push(JSON.stringify({ data, errors }));
    const [error] = errors ?? [];
    if (error)
      throw new Refused(Number(error.extensions['status'] ?? 0), { error: error.message, ...error.extensions });
    return data as T;
  }

  /** Whether a text came in any answer. */
  got(text: string): boolean {
    return this.answers.some((answer) => answer.includes(text));
  }

  private async rest<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.site.call<unknown>(method, path, body, this.headers);
    this.answers.push(JSON.stringify(answer.body));
    if (answer.status !== 200) throw new Refused(answer.status, answer.body);
    return answer.body as T;
  }
}

/** Whether something is shown: false for the refusals of the access rule; any other refusal is thrown on. */
export async function isShown(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked;
    return true;
  } catch (error) {
    if (
      error instanceof Refused &&
      /^(Firebase authentication|Premium membership|Subscription) required/.test(error.message)
    )
      return false;
    throw error;
  }
}
