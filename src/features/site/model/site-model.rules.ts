import type { Egress } from '../../../ports/egress.ts';
import type { ModelProvider } from '../../../ports/language-model.ts';
import type { Checks } from '../../../shared/checks.ts';

export interface ModelAddress {
  /** The provider; missing for rerankers, which all have Cohere's protocol. */
  provider?: ModelProvider;
  baseUrl: string | null;
}

/**
 * Returns the context for which the key of a site's model is encrypted: it cannot be used with a row of another site,
 * another kind of model or another address.
 */
export function encryptionContext(siteId: string, { provider, baseUrl }: ModelAddress): string {
  const kind = provider ? `model ${siteId} ${provider}` : `reranker ${siteId} cohere`;
  return `${kind} ${baseUrl ?? ''}`;
}

/** Checks an address without a network request; every call checks it again. */
export function checkAddress(checks: Checks, address: ModelAddress, egress: Egress): void {
  const violation = addressViolation(address, egress);
  if (violation) checks.report('baseUrl', violation);
}

/** Returns whether the server needs a key. Servers of one's own often need none. */
export function isKeyNeeded({ provider, baseUrl }: ModelAddress): boolean {
  return provider ? provider !== 'openai-compatible' : baseUrl === null;
}

function addressViolation({ provider, baseUrl }: ModelAddress, egress: Egress): string | undefined {
  if (baseUrl === null) return provider === 'openai-compatible' ? 'is required' : undefined;
  if (provider === 'cohere') return 'must not be set for this provider';
  if (/[?#]/.test(baseUrl)) return 'must not have a query or fragment';
  return egress.validateUrl(baseUrl, { isSecure: true });
}
