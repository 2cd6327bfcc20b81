import { ServiceError } from '../../shared/errors.ts';

/**
 * The parser of query strings keeps what it cannot decode as it is written: a search for `%E9` would look for these
 * three characters.
 * @throws ServiceError 400 for a query string that is not percent-encoded UTF-8
 */
export function assertQueryDecodable(url: string): void {
  const start = url.indexOf('?');
  const query = start === -1 ? '' : url.slice(start);
  if (!query.includes('%')) return;
  try {
    decodeURIComponent(query);
  } catch {
    throw new ServiceError('BAD_REQUEST', 'Query string must be percent-encoded UTF-8');
  }
}
