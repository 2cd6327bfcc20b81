import { type GraphQLOutputType, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { apiSchema as schema } from '../../support/api-schema.ts';
import type { TestSite } from '../../support/site.ts';
import { type GuardedThings, createThings } from './guarded-things.ts';
import { type User, headersOf } from './world.ts';

export const ALL_SEEING: User = { tier: 'pro', subscriptions: ['gold'] };

/** Everything that one field or route returns to a caller. */
export type Ask = (site: GuardedSite, headers: Record<string, string>) => Promise<string>;

export const ID_FIELDS = [
  'asset',
  'assetFolder',
  'content',
  'contentAccess',
  'knowledgeDocument',
  'fileProcessingJob',
  'videoJob',
] as const;

/** A site with guarded things, and what its fields and routes answer. */
export class GuardedSite {
  things: readonly GuardedThings[] = [];
  hub = '';
  readonly site: TestSite;
  private sessions = 0;

  constructor(site: TestSite) {
    this.site = site;
  }

  async create(): Promise<void> {
    const { things, hub } = await createThings(this.site);
    this.things = things;
    this.hub = hub;
  }

  /** An id that no session has yet. */
  newSessionId(headers: Record<string, string>): string {
    return `session-${headers['authorization']?.length ?? 0}-${this.sessions++}`;
  }

  async placeOf(id: string): Promise<{ type: string; slug: string }> {
    const headers = await headersOf(this.site, ALL_SEEING);
    const query = 'query ($id: ID!) { content(id: $id) { type slug } }';
    const { data } = JSON.parse(await this.ask(query, headers, id)) as {
      data: { content: { type: string; slug: string } };
    };
    return data.content;
  }

  idOf(thing: GuardedThings, field: (typeof ID_FIELDS)[number]): string {
    return thing[field === 'contentAccess' ? 'content' : field] ?? this.things[0]?.assetFolder ?? '';
  }

  async each(one: (thing: GuardedThings) => Promise<string>): Promise<string> {
    return (await Promise.all(this.things.map(one))).join('');
  }

  /** The answer as text, or the error of the access rule; any other error is thrown. */
  async ask(query: string, headers: Record<string, string>, id?: string): Promise<string> {
    const { data, errors } = await this.site.service.graphql(
      query,
      { id },
      { 'x-svc-api-key': this.site.key, ...headers },
    );
    for (const { extensions, message } of errors ?? []) {
      if (!['UNAUTHENTICATED', 'FORBIDDEN'].includes(String(extensions['code'])))
        throw new Error(`${query}: ${message}`);
    }
    return JSON.stringify({ data, errors });
  }

  async stream(query: string, headers: Record<string, string>, id?: string): Promise<string> {
    const response = await fetch(`${this.site.service.url}/graphql/stream`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-svc-api-key': this.site.key,
        ...headers,
      },
      body: JSON.stringify({ query, variables: { id } }),
    });
    return response.text();
  }

  async get(path: string, headers: Record<string, string>): Promise<string> {
    return JSON.stringify((await this.site.get(path, headers)).body);
  }

  async post(path: string, body: object, headers: Record<string, string>): Promise<string> {
    return JSON.stringify((await this.site.call('POST', path, body, headers)).body);
  }
}

/** Everything that the field's type has, as deep as the things that it holds. */
export function selectionOf(root: string, depth = 3): string {
  const field = schema.getQueryType()?.getFields()[root];
  if (!field) throw new Error(`There is no query ${root}`);
  return selected(field.type, depth);
}

function selected(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).flatMap((field) => {
    if (isObjectType(getNamedType(field.type)) && depth === 1) return [];
    const given = field.args.filter(isRequiredArgument).map(({ name }) => `${name}: "related"`);
    return [`${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''} ${selected(field.type, depth - 1)}`];
  });
  // All of its fields may be objects.
  return `{ ${fields.length > 0 ? fields.join(' ') : '__typename'} }`;
}
