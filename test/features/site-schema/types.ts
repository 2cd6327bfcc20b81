import type { TestSite } from '../../support/site.ts';
import type { GraphQLAnswer } from '../../support/service.ts';

/** A request to `/graphql/site`. */
export async function ask<T = Record<string, Record<string, unknown>>>(
  site: TestSite,
  query: string,
  {
    variables = {},
    headers = {},
    types = '',
  }: { variables?: object; headers?: Record<string, string>; types?: string } = {},
): Promise<GraphQLAnswer<T> & { status: number }> {
  const response = await fetch(`${site.service.url}/graphql/site${types && `?types=${types}`}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-svc-api-key': site.key, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { ...((await response.json()) as GraphQLAnswer<T>), status: response.status };
}
