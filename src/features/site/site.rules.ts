import { checkInput } from '../../api/input-bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { UpdateSiteInput } from './site.inputs.ts';

const SERVICE_ACCOUNT_LENGTH = 20_000;

export function checkSiteUpdate(input: UpdateSiteInput): void {
  const checks = checkInput(UpdateSiteInput, input);
  checkServiceAccount(checks, input.identity?.serviceAccount);
  checkCatalogue(checks, input.subscriptions);
  checks.throwIfInvalid();
}

function checkServiceAccount(checks: Checks, account: string | null | undefined): void {
  if (account && (account.length > SERVICE_ACCOUNT_LENGTH || !isServiceAccount(account))) {
    checks.report('identity.serviceAccount', 'must be the JSON of a service account with client_email and private_key');
  }
}

function isServiceAccount(text: string): boolean {
  try {
    const account = JSON.parse(text) as Record<string, unknown> | null;
    return typeof account?.['client_email'] === 'string' && typeof account['private_key'] === 'string';
  } catch {
    return false;
  }
}

function checkCatalogue(checks: Checks, catalogue: UpdateSiteInput['subscriptions']): void {
  const previous = new Set<string>();
  catalogue?.forEach(({ slug }, index) => {
    if (previous.has(slug)) checks.report(`subscriptions[${index}].slug`, 'must be unique in the catalogue');
    previous.add(slug);
  });
}
