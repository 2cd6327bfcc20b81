import type { Egress } from '../../ports/egress.ts';
import type { ModelProvider } from '../../ports/language-model.ts';
import type { Checks } from '../../shared/checks.ts';
import type { StoredModel } from './site.entity.ts';

type Address = Pick<StoredModel, 'provider' | 'baseUrl'>;

/** What the key of a site's model is encrypted for: it cannot be used with a row of another site or another address. */
export function contextOf(siteId: string, { provider, baseUrl }: Address): string {
  return `model ${siteId} ${provider} ${baseUrl ?? ''}`;
}

/** Checks without a network request; every call checks the address again. */
export function checkAddress(checks: Checks, address: Address, egress: Egress): void {
  const violation = violationOf(address, egress);
  if (violation) checks.report('baseUrl', violation);
}

/** Servers of one's own often have none. */
export function isKeyNeeded(provider: ModelProvider): boolean {
  return provider !== 'openai-compatible';
}

function violationOf({ provider, baseUrl }: Address, egress: Egress): string | undefined {
  if (baseUrl === null) return provider === 'openai-compatible' ? 'is required' : undefined;
  if (provider === 'cohere') return 'must not be set for this provider';
  if (/[?#]/.test(baseUrl)) return 'must not have a query or fragment';
  return egress.validateUrl(baseUrl, { isSecure: true });
}
