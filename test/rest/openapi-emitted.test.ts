import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { HTTP_STATUS } from '../../src/shared/errors.ts';

type Json = Record<string, unknown>;

const text = readFileSync('schema/openapi.json', 'utf8');
const openapi = JSON.parse(text) as {
  servers: { url: string }[];
  tags: { description?: string }[];
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, Json> }> }>>;
  components: { schemas: Record<string, Json & { properties: Record<string, Json> }> };
};
const { schemas } = openapi.components;

test('every object in an answer is a component, so that generators give it a name', () => {
  const inlined = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) => {
      const schema = responses['200']?.content?.['application/json']?.['schema'] as Json;
      return envelopesOf(schema).flatMap(({ properties }) =>
        JSON.stringify(properties ?? {}).includes('"properties"') ? [`${method} ${path}`] : [],
      );
    }),
  );
  const inComponents = Object.entries(schemas)
    .filter(([, { properties }]) => JSON.stringify(properties ?? {}).includes('"properties"'))
    .map(([name]) => name);
  expect(inlined).toEqual([]);
  // Free-form input that the service reads in part, and the envelope as an event.
  expect(inComponents).toEqual(['ChatContext', 'ChatEvents']);
});

/** A route that takes JSON and a form, and a key without a scope, have others. */
function envelopesOf(schema: Json): Json[] {
  const branches = schema['anyOf'] as Json[] | undefined;
  return branches ? branches.flatMap(envelopesOf) : [schema];
}

test('no description names an error code of GraphQL', () => {
  expect(text.match(new RegExp(`\\b(${Object.keys(HTTP_STATUS).join('|')})\\b`, 'g'))).toBe(null);
});

test('the server has an absolute URL, and each tag a description', () => {
  expect(openapi.servers.map(({ url }) => new URL(url).href)).toEqual(['http://127.0.0.1:4000/']);
  expect(openapi.tags.filter(({ description }) => !description)).toEqual([]);
});

test('folders contain folders of the same schema', () => {
  const name = 'ListAssetFoldersAssetFolder';
  const items = { $ref: `#/components/schemas/${name}` };
  expect(schemas[name]?.['allOf']).toMatchObject([{}, { properties: { children: { type: 'array', items } } }]);
});

test('context and preferences of a chat have types', () => {
  const { context, preferences } = schemas['ChatInput']?.properties ?? {};
  expect(context?.['anyOf']).toEqual([{ $ref: '#/components/schemas/ChatContext' }, { type: 'null' }]);
  expect(preferences?.['anyOf']).toEqual([{ $ref: '#/components/schemas/ChatPreferences' }, { type: 'null' }]);
  expect(schemas['ChatContext']?.properties).toMatchObject({
    productIds: { type: ['array', 'null'], items: { type: 'string' }, maxItems: 50 },
    video: { properties: { currentTimestamp: { type: ['number', 'null'], minimum: 0 } }, required: ['videoId'] },
  });
  expect(schemas['ChatPreferences']?.['additionalProperties']).toMatchObject({
    properties: { priceRange: { type: ['object', 'null'], required: ['min', 'max'] } },
  });
});

test('a chat has events', () => {
  const { content } = openapi.paths['/api/sdk/agent/chat']?.['post']?.responses['200'] ?? {};
  expect(content?.['text/event-stream']).toMatchObject({ 'x-events': { $ref: '#/components/schemas/ChatEvents' } });
  expect(Object.keys(schemas['ChatEvents']?.properties ?? {})).toEqual(['text', 'toolCall', 'answer', 'error']);
});
