import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { loadOperations } from '../../src/rest/documents/load-operations.ts';
import { buildOpenApi } from '../../src/rest/openapi/build-open-api.ts';
import type { SchemaObject } from '../../src/rest/openapi/schema-object.ts';
import { call, type CallOptions } from './support/call.ts';
import { checkerFor, type Description, responseOf } from './support/conformance.ts';
import { testSchema } from './support/schema.ts';
import { DOCUMENTS, useRest } from './support/service.ts';

const INFO = {
  title: 'Test',
  version: '1',
  description: 'For tests.',
  prefix: '/api/sdk',
  server: 'https://host',
  tags: {},
};
const schema = testSchema();
const operations = loadOperations(DOCUMENTS, schema);
const openapi = buildOpenApi(operations, schema, INFO);

interface Described {
  summary: string;
  description?: string;
  tags: string[];
  security: SchemaObject[];
  parameters: SchemaObject[];
  requestBody?: SchemaObject;
  responses: Record<string, DescribedResponse>;
}

interface DescribedResponse {
  content?: { 'application/json': { schema: SchemaObject; examples?: Record<string, { summary: string }> } };
}

function described(path: string, method: string): Described {
  const paths = openapi['paths'] as Record<string, Record<string, Described>>;
  const found = paths[`/api/sdk${path}`]?.[method];
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
}

const components = openapi['components'] as {
  schemas: Record<string, SchemaObject>;
  responses: Record<string, DescribedResponse>;
};

function component(name: string): SchemaObject | undefined {
  return components.schemas[name];
}

/** A schema that may be a component. */
function resolved(schema: SchemaObject | undefined): SchemaObject | undefined {
  const name = (schema?.['$ref'] as string | undefined)?.split('/').at(-1);
  return name === undefined ? schema : component(name);
}

function answered(path: string, method: string, status: number): DescribedResponse['content'] {
  return responseOf(components.responses, described(path, method).responses[String(status)])?.content;
}

function answerSchema(path: string, method: string): Record<string, SchemaObject> {
  return described(path, method).responses['200']?.content?.['application/json'].schema['properties'] as Record<
    string,
    SchemaObject
  >;
}

function texts(path: string, method: string, status: number): string[] {
  const examples = answered(path, method, status)?.['application/json'].examples ?? {};
  return Object.values(examples).map(({ summary }) => summary);
}

describe('the OpenAPI document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(openapi));
    expect([result.errors, result.valid, validator.version]).toEqual([undefined, true, '3.1']);
  });

  test('does not depend on the order of the operations', () => {
    expect(JSON.stringify(buildOpenApi(operations.toReversed(), schema, INFO))).toBe(JSON.stringify(openapi));
  });

  test('names each operation, its folder and what it does', () => {
    expect(described('/personas', 'get')).toMatchObject({
      operationId: 'ListPersonas',
      summary: 'List personas',
      description: 'Personas of the site, oldest first.',
      tags: ['persona'],
    });
    expect(described('/personas/{id}', 'get').description).toBe('One persona.');
  });

  test('names the scopes that an operation needs of the key, as its fields declare them', () => {
    const of = (scope: string) => [{ ApiKey: [scope] }, { ApiKey: [scope], IdentityToken: [] }];
    expect(described('/personas', 'get').security).toEqual(of('read'));
    expect(described('/personas', 'post').security).toEqual(of('write'));
    expect(described('/forms/submit', 'post').security).toEqual(of('read'));
  });

  test('has parameters with types, defaults, and descriptions from document or schema', () => {
    const { parameters } = described('/personas', 'get');
    const byName = Object.fromEntries(parameters.map((parameter) => [parameter['name'], parameter]));
    expect(byName['limit']).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'How many at most.',
      schema: { type: 'integer', default: 50 },
    });
    expect(byName['appType']).toMatchObject({
      description: 'Of this kind only.',
      schema: { $ref: '#/components/schemas/AppType' },
    });
    expect(byName['summary']).toMatchObject({ description: 'With a summary of what was left out.' });
    expect(described('/personas/{id}', 'get').parameters).toMatchObject([{ name: 'id', in: 'path', required: true }]);
  });

  test('has enum values as REST spells them', () => {
    expect(component('AppType')?.['enum']).toEqual(['general', 'video-training', 'product-catalog']);
    expect(component('PersonaInput')).toMatchObject({ properties: { appType: { default: 'video-training' } } });
  });

  test('has fragments and inputs as components, recursive ones included', () => {
    expect(answerSchema('/personas', 'get')['data']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Persona' },
    });
    expect(described('/personas', 'post').requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/PersonaInput' } } },
    });
    const inner = { anyOf: [{ $ref: '#/components/schemas/VoiceInput' }, { type: 'null' }] };
    expect(component('VoiceInput')).toMatchObject({ properties: { inner } });
    expect(component('PersonaInput')?.['required']).toEqual(['name']);
  });

  test('says which fields may be null and which may be absent', () => {
    const persona = component('Persona');
    expect(persona?.['required']).toEqual(['_id', 'name', 'appType', 'status', 'tags', 'settings', 'createdAt']);
    expect(persona?.['properties']).toMatchObject({
      name: { type: 'string', description: 'How it is called.' },
      domain: { type: 'string' },
      appType: { anyOf: [{ $ref: '#/components/schemas/AppType' }, { type: 'null' }] },
    });
    const list = described('/personas', 'get').responses['200']?.content?.['application/json'].schema;
    expect(list?.['required']).toEqual(['success', 'data', 'pagination']);
  });

  test('counts a field as present when one of several ways to it always is, and as absent when null when one says so', () => {
    const { data } = answerSchema('/merged/{id}', 'get');
    expect(resolved(data)?.['required']).toContain('label');
    expect(resolved(data)?.['required']).not.toContain('domain');
  });

  test('tells the types of an interface apart', () => {
    const { items } = answerSchema('/resources/{kind}', 'get')['data'] as { items: { anyOf: SchemaObject[] } };
    const fields = items.anyOf.map((branch) =>
      Object.keys({ ...(resolved(branch)?.['properties'] as object | undefined) }),
    );
    expect(fields).toContainEqual(['id', 'status', 'value', 'phases']);
    expect(items.anyOf).toHaveLength(2);
  });

  test('has every error that an operation may answer, with its texts', () => {
    expect(Object.keys(described('/personas', 'post').responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(described('/personas/templates', 'get').responses)).toEqual([
      '200',
      '304',
      '400',
      '401',
      '403',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(described('/personas/{id}', 'delete').responses)).toContain('413');
    expect(texts('/personas', 'post', 400)).toEqual([
      'Malformed request',
      'Idempotency-Key must have 1 to 255 printable ASCII characters without spaces',
      'Request body must be valid JSON',
      'name is required',
      'appType must be "general", "video-training" or "product-catalog"',
    ]);
    expect(texts('/personas/{id}', 'get', 404)).toEqual(['Persona not found']);
    expect(texts('/personas/{id}', 'get', 403)).toContain('Premium membership required');
  });

  test('has the error-only envelope where the operation has it', () => {
    const error = answered('/forms/submit', 'post', 401)?.['application/json'].schema;
    expect(error).toEqual({ $ref: '#/components/schemas/ErrorOnly' });
  });
});

describe('an answer is as the OpenAPI document describes it, field for field:', () => {
  const rest = useRest();
  const check = checkerFor(openapi as unknown as Description);

  test.each<[string, string, CallOptions?]>([
    ['GetPersona', 'GET /personas/p1'],
    ['GetPersona', 'GET /personas/open'],
    ['GetPersona', 'GET /personas/unknown'],
    ['ListPersonas', 'GET /personas'],
    ['ListPersonas', 'GET /personas?summary=true'],
    ['ListPersonas', 'GET /personas?limit=x'],
    ['GetMerged', 'GET /merged/p1'],
    ['ListTemplates', 'GET /personas/templates'],
    ['ListResources', 'GET /resources/all'],
    ['CreatePersona', 'POST /personas', { body: { name: 'Bo' } }],
    ['CreatePersona', 'POST /personas', { body: { name: 'Ada' } }],
    ['CreatePersona', 'POST /personas', { body: {} }],
    ['EchoPersona', 'PUT /personas/p1', { body: { name: 'Bo' } }],
    ['DeletePersona', 'DELETE /personas/p1'],
    ['DeletePersona', 'DELETE /personas/%ED%A0%80'],
    ['GetPersona', 'GET /personas/%ED%A0%80'],
    ['SubmitForm', 'POST /forms/submit', { body: { fields: { a: 1 } } }],
    ['SubmitForm', 'POST /forms/submit', { body: {} }],
    ['FailTwice', 'GET /failures/any'],
    ['FailTwice', 'GET /failures/unavailable'],
  ])('%s by %s', async (operation, route, options) => {
    const { status, body } = await call(rest.server, route, options);
    expect(check(operation, status, body)).toEqual([]);
  });

  test('and one that differs is reported', () => {
    expect(check('ListTemplates', 200, { success: true, data: [1] })).toEqual(['/data/0 must be string']);
    expect(check('ListTemplates', 200, { success: true, data: [], more: 1 })).toEqual([
      ' must NOT have unevaluated properties',
    ]);
    expect(check('ListTemplates', 404, {})).toEqual(['ListTemplates does not describe 404']);
  });
});
