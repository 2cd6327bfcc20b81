import { Checks, DESCRIPTION_LENGTH, LABEL_LENGTH, LIST_LENGTH, NAME_LENGTH } from '../../shared/checks.ts';
import type { UpdateSiteInput } from './site.inputs.ts';

const MAX_RECIPIENTS = 50;
const SERVICE_ACCOUNT_LENGTH = 20_000;
const MAX_LINK_HOSTS = 50;
/** As in a URL: lower case, with a port only if it is not the default. */
const LINK_HOST =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
const ONE_LINE = /^[^\r\n\0]*$/;

export function checkSiteUpdate(input: UpdateSiteInput): void {
  const checks = new Checks();
  checks.notEmptied('name', input.name);
  checks.length('name', input.name, NAME_LENGTH);
  checks.notEmptied('ownerEmail', input.ownerEmail);
  checks.email('ownerEmail', input.ownerEmail);
  checkForms(checks, input.forms);
  checkIdentity(checks, input.identity);
  checkCatalogue(checks, input.subscriptions);
  checkLinkHosts(checks, input.linkHosts);
  checks.throwIfInvalid();
}

function checkLinkHosts(checks: Checks, hosts: UpdateSiteInput['linkHosts']): void {
  if ((hosts?.length ?? 0) > MAX_LINK_HOSTS) checks.report('linkHosts', `must have at most ${MAX_LINK_HOSTS} entries`);
  hosts?.slice(0, MAX_LINK_HOSTS).forEach((host, index) => {
    if (host.length > NAME_LENGTH || !LINK_HOST.test(host)) {
      checks.report(`linkHosts[${index}]`, 'must be a host such as example.com or *.example.com');
    }
  });
}

function checkForms(checks: Checks, forms: UpdateSiteInput['forms']): void {
  if (!forms) return;
  if ((forms.recipients?.length ?? 0) > MAX_RECIPIENTS) {
    checks.report('forms.recipients', `must have at most ${MAX_RECIPIENTS} entries`);
  }
  forms.recipients?.forEach((address, index) => checks.email(`forms.recipients[${index}]`, address));
  checks.email('forms.replyTo', forms.replyTo);
  checks.length('forms.honeypotField', forms.honeypotField, LABEL_LENGTH);
  for (const field of ['fromName', 'subjectTemplate'] as const) {
    checks.length(`forms.${field}`, forms[field], NAME_LENGTH);
    if (forms[field] && !ONE_LINE.test(forms[field])) checks.report(`forms.${field}`, 'must be one line');
  }
}

function checkIdentity(checks: Checks, identity: UpdateSiteInput['identity']): void {
  if (!identity) return;
  if (identity.projectId && !/^[a-z0-9-]{4,64}$/.test(identity.projectId)) {
    checks.report('identity.projectId', 'must be a Firebase project id');
  }
  const account = identity.serviceAccount;
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
  if (!catalogue) return;
  if (catalogue.length > LIST_LENGTH) checks.report('subscriptions', `must have at most ${LIST_LENGTH} entries`);
  const seen = new Set<string>();
  catalogue.forEach(({ slug, name, description, grants }, index) => {
    const path = `subscriptions[${index}]`;
    checks.slug(`${path}.slug`, slug);
    if (seen.has(slug)) checks.report(`${path}.slug`, 'must be unique in the catalogue');
    seen.add(slug);
    checks.required(`${path}.name`, name);
    checks.length(`${path}.name`, name, NAME_LENGTH);
    checks.length(`${path}.description`, description, DESCRIPTION_LENGTH);
    grants?.forEach((grant, at) => {
      if (grant !== '*') checks.slug(`${path}.grants[${at}]`, grant);
    });
  });
}
