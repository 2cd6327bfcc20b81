import { ADMIN_KEY, type GraphQLAnswer, type TestService } from '../../support/service.ts';

export const SITE_FIELDS = `
  id name ownerEmail plan trustCallerUser
  forms { enabled recipients fromName subjectTemplate replyTo template }
  identity { projectId hasServiceAccount }
  subscriptions { slug name description grants }
  createdAt updatedAt`;

export interface SiteFields {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  forms: Record<string, unknown>;
  identity: Record<string, unknown>;
  subscriptions: unknown[];
}

export interface KeyFields {
  id: string;
  name: string;
  prefix: string;
  scopes: string[];
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
}

/** The admin mutations and queries, answering whatever comes. */
export class Admin {
  private readonly service: TestService;

  constructor(service: TestService) {
    this.service = service;
  }

  ask<T = Record<string, unknown>>(query: string, variables: object = {}): Promise<GraphQLAnswer<T>> {
    return this.service.graphql<T>(query, variables, { 'x-svc-admin-key': ADMIN_KEY });
  }

  createSite(input: object): Promise<GraphQLAnswer<{ createSite: SiteFields }>> {
    return this.ask(`mutation ($input: CreateSiteInput!) { createSite(input: $input) { ${SITE_FIELDS} } }`, { input });
  }

  updateSite(id: string, input: object): Promise<GraphQLAnswer<{ updateSite: SiteFields }>> {
    return this.ask(
      `mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { ${SITE_FIELDS} } }`,
      { id, input },
    );
  }

  deleteSite(id: string): Promise<GraphQLAnswer<{ deleteSite: { id: string; deleted: boolean } }>> {
    return this.ask('mutation ($id: ID!) { deleteSite(id: $id) { id deleted } }', { id });
  }

  site(id: string): Promise<GraphQLAnswer<{ site: SiteFields }>> {
    return this.ask(`query ($id: ID!) { site(id: $id) { ${SITE_FIELDS} } }`, { id });
  }

  createApiKey(
    siteId: string,
    input: object,
  ): Promise<GraphQLAnswer<{ createApiKey: { id: string; secret: string } }>> {
    return this.ask(
      'mutation ($siteId: ID!, $input: CreateApiKeyInput!) { createApiKey(siteId: $siteId, input: $input) { id secret } }',
      { siteId, input },
    );
  }

  revokeApiKey(id: string): Promise<GraphQLAnswer<{ revokeApiKey: KeyFields }>> {
    return this.ask(`mutation ($id: ID!) { revokeApiKey(id: $id) { ${KEY_FIELDS} } }`, { id });
  }

  async keys(siteId: string): Promise<KeyFields[]> {
    const { data } = await this.ask<{ site: { apiKeys: KeyFields[] } }>(
      `query ($id: ID!) { site(id: $id) { apiKeys { ${KEY_FIELDS} } } }`,
      { id: siteId },
    );
    return data?.site.apiKeys ?? [];
  }
}

const KEY_FIELDS = 'id name prefix scopes createdAt lastUsedAt expiresAt revokedAt';

/** Code and text of the first error. */
export function callerErrorOf({ errors }: GraphQLAnswer<unknown>): unknown {
  const [error] = errors ?? [];
  return error && { code: error.extensions['code'], message: error.message };
}

export function faultsOf({ errors }: GraphQLAnswer<unknown>): string[] {
  const details = errors?.[0]?.extensions['details'] as { message: string }[] | undefined;
  return details?.map(({ message }) => message) ?? [];
}
