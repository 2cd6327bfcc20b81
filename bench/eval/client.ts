import { setTimeout as delay } from 'node:timers/promises';

/** Of how many calls the service is asked at once. */
const AT_ONCE = 8;
const TOO_MANY = 429;

/** Speaks to a service as a consumer does, and waits when it is told to. */
export class Client {
  private readonly url: string;
  private readonly headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string>) {
    this.url = url;
    this.headers = headers;
  }

  /** The body of a 200; anything else throws, except 429, which is waited out. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    for (;;) {
      const response = await fetch(this.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...this.headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status !== TOO_MANY) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      await delay(1000 * Math.max(1, Number(response.headers.get('retry-after')) || 1));
    }
  }
}

/** A new site on the largest plan; answers a client that has its key. */
export async function createSite(
  url: string,
  adminKey: string,
): Promise<{ siteId: string; client: Client; key: string }> {
  const admin = new Client(url, { 'x-svc-admin-key': adminKey });
  const run = async <T>(query: string, variables: object): Promise<T> => {
    const answer = await admin.call<{ data?: T; errors?: unknown }>('POST', '/graphql', { query, variables });
    if (!answer.data || answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  };
  const { createSite: site } = await run<{ createSite: { id: string } }>(
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { id } }',
    { input: { name: 'Evaluation', ownerEmail: 'evaluation@example.org', plan: 'enterprise' } },
  );
  const { createApiKey: key } = await run<{ createApiKey: { secret: string } }>(
    'mutation ($siteId: ID!, $input: CreateApiKeyInput!) { createApiKey(siteId: $siteId, input: $input) { secret } }',
    { siteId: site.id, input: { name: 'evaluation' } },
  );
  return { siteId: site.id, client: new Client(url, { 'x-svc-api-key': key.secret }), key: key.secret };
}

/** Does something for all items, several at a time. */
export async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
