import { setTimeout } from 'node:timers/promises';
import {
  GraphQLEnumType,
  GraphQLError,
  type GraphQLFieldConfig,
  GraphQLScalarType,
  type GraphQLSchema,
  extendSchema,
  isObjectType,
  parse,
  GraphQLSchema as Schema,
} from 'graphql';
import { RequestContext } from '../../../src/api/request-context.ts';
import { badRequest, conflict, notFound, ServiceError } from '../../../src/shared/errors.ts';

/** The service's own context of a caller without a key, and what the tests' resolvers know of that caller. */
export class TestContext extends RequestContext {
  uid: string | undefined;

  constructor(requestId: string, uid: string | undefined) {
    super(requestId, { viewer: null, rejectedToken: null, isAdmin: false });
    this.uid = uid;
  }
}

const AppType = new GraphQLEnumType({
  name: 'AppType',
  values: {
    GENERAL: { value: 'general', description: 'For everything.' },
    VIDEO_TRAINING: { value: 'video-training' },
    PRODUCT_CATALOG: { value: 'product-catalog' },
  },
});

const Status = new GraphQLEnumType({ name: 'Status', values: { draft: {}, active: {} } });

const JSON_SCALAR = new GraphQLScalarType({ name: 'JSON' });

const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
  parseValue: (value) => {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) throw new GraphQLError('not a time');
    return value;
  },
});

const Color = new GraphQLScalarType({
  name: 'Color',
  extensions: { jsonSchema: { type: 'string', pattern: '^#[0-9a-f]{6}$' } },
  parseValue: (value) => {
    if (!/^#[0-9a-f]{6}$/.test(String(value))) throw new GraphQLError('must be a colour such as #a0b1c2');
    return value;
  },
});

const SDL = /* GraphQL */ `
  schema {
    query: Query
    mutation: Mutation
  }
  interface Resource {
    id: ID!
    status: Status!
  }
  "Who the agent is."
  type Persona implements Resource {
    id: ID!
    "How it is called."
    name: String!
    appType: AppType
    "Earlier kinds, by year."
    history: [[AppType!]!]!
    tags: [String!]!
    domain: String
    settings: JSON
    status: Status!
    createdAt: DateTime!
    parent: Persona
  }
  type Trigger implements Resource {
    id: ID!
    status: Status!
    value: String!
    phases: [AppType]
  }
  type Access {
    granted: Boolean!
    reason: String
    until: DateTime
  }
  type Pagination {
    total: Int!
    limit: Int!
  }
  type Summary {
    hidden: Int!
  }
  type PersonaPage {
    items: [Persona!]!
    pagination: Pagination!
    summary: Summary!
  }
  type Deleted {
    id: ID!
    deleted: Boolean!
  }
  type Viewer {
    uid: String!
  }
  input PersonaFilter {
    "Of this kind only."
    appType: AppType
    appTypes: [AppType!]
    tags: [String!]
    minRating: Float
    since: DateTime
  }
  type Query {
    "One persona."
    persona(id: ID!): Persona
    personaAccess(id: ID!): Access
    personas(filter: PersonaFilter, "How many at most." limit: Int!): PersonaPage!
    resources(kind: String!): [Resource!]!
    templateNames: [String!]!
    fail(kind: String!, afterMs: Int!): String
    viewer: Viewer
  }
  input VoiceInput {
    tone: AppType!
    speed: Float! = 1
    inner: VoiceInput
  }
  input TargetInput @oneOf {
    url: String
    contentId: ID
  }
  input ActionInput {
    type: String!
    payload: JSON
  }
  input PersonaInput {
    name: String!
    appType: AppType = VIDEO_TRAINING
    tags: [String!]
    voice: VoiceInput
    settings: JSON
    rating: Float
    count: Int
    enabled: Boolean
    startsAt: DateTime
    color: Color
    actions: [ActionInput!]
    target: TargetInput
  }
  input FormInput {
    formName: String
    fields: JSON
  }
  type Mutation {
    createPersona(input: PersonaInput!): Persona!
    "What the resolver was given."
    echo(id: ID!, input: PersonaInput!): JSON!
    deletePersona(id: ID!): Deleted!
    submitForm(input: FormInput!): Boolean!
  }
`;

type Resolvers = Record<string, GraphQLFieldConfig<unknown, TestContext>['resolve']>;

const PERSONA = {
  __typename: 'Persona',
  id: 'p1',
  name: 'Ada',
  appType: 'video-training',
  history: [['video-training', 'general'], []],
  tags: ['a'],
  domain: null,
  settings: { appType: 'VIDEO_TRAINING', empty: null },
  status: 'active',
  createdAt: '2026-01-02T03:04:05.000Z',
  parent: null,
};

const TRIGGER = { __typename: 'Trigger', id: 't1', status: 'draft', value: 'hello', phases: ['product-catalog', null] };

const query: Resolvers = {
  persona: (_root, { id }) => {
    if (id === 'unknown') throw notFound('Persona');
    return { ...PERSONA, id, parent: { ...PERSONA, domain: 'surf' } };
  },
  personaAccess: (_root, { id }) => {
    if (id === 'open') return null;
    return { granted: id !== 'locked', reason: id === 'locked' ? 'Premium membership required' : null, until: null };
  },
  personas: (_root, args) => ({
    items: [{ ...PERSONA, settings: args }],
    pagination: { total: 1, limit: args.limit },
    summary: { hidden: 3 },
  }),
  resources: (_root, { kind }) => (kind === 'none' ? [] : [PERSONA, TRIGGER]),
  templateNames: () => ['coach'],
  fail: async (_root, { kind, afterMs }) => {
    await setTimeout(afterMs);
    throw failure(kind);
  },
  viewer: (_root, _args, { uid }) => (uid ? { uid } : null),
};

function failure(kind: string): Error {
  if (kind === 'restricted')
    return new ServiceError('FORBIDDEN', 'Subscription required: gold', { userTier: 'free', success: true });
  if (kind === 'unavailable') return new ServiceError('BAD_GATEWAY', 'Agent service unavailable');
  return new Error(`the password is hunter2 (${kind})`);
}

const mutation: Resolvers = {
  createPersona: (_root, { input }) => {
    if (input.name === 'Ada') throw conflict('Persona with this name already exists', { id: 'p1' });
    return { ...PERSONA, ...input, tags: input.tags ?? [] };
  },
  echo: (_root, args) => args,
  deletePersona: (_root, { id }) => ({ id, deleted: true }),
  submitForm: (_root, { input }) => {
    if (!input.fields) throw badRequest('fields', 'fields is required and must be a non-empty object');
    return true;
  },
};

/** A schema with one of everything that operation documents can meet. */
export function testSchema(): GraphQLSchema {
  const scalars = new Schema({ types: [AppType, Status, JSON_SCALAR, DateTime, Color], assumeValid: true });
  const schema = extendSchema(scalars, parse(SDL), { assumeValidSDL: true });
  resolve(schema, 'Query', query);
  resolve(schema, 'Mutation', mutation);
  return schema;
}

function resolve(schema: GraphQLSchema, name: string, resolvers: Resolvers): void {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new TypeError(`${name} is no object type`);
  for (const [field, config] of Object.entries(type.getFields())) {
    const resolver = resolvers[field];
    if (resolver) config.resolve = resolver;
    config.extensions = { scope: name === 'Query' || field === 'submitForm' ? 'read' : 'write' };
  }
}
