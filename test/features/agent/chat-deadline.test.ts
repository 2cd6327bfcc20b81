import { expect, test, vi } from 'vitest';
import { ofOneInstance } from '../../support/instances.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';

const SECONDS = 1;

const service = useOwnService({ CHAT_TIMEOUT_SECONDS: String(SECONDS) });
const site = useSite(service);

/** `status` and text of an answer, however it is sent. */
async function chat(path: string, body: object, accept: string): Promise<{ status: number; text: string }> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json', 'x-svc-api-key': site.key },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const INPUT = { message: 'How is a brake adjusted?' };
const STREAM = 'subscription ($input: ChatInput!) { chatStream(input: $input) { __typename } }';

test.each([
  ['REST', '/api/sdk/agent/chat', INPUT, 'application/json'],
  ['REST by events', '/api/sdk/agent/chat', INPUT, 'text/event-stream'],
  ['GraphQL by events', '/graphql/stream', { query: STREAM, variables: { input: INPUT } }, 'text/event-stream'],
])('chat over %s ends at its deadline, whatever it waits for', ofOneInstance, async (_surface, path, body, accept) => {
  const hanging = vi.spyOn(service.app.ports.embedder, 'embedQuery').mockReturnValue(new Promise(() => {}));
  const started = performance.now();
  const answer = await chat(path, body, accept);
  expect(answer.text).toContain('The request took too long');
  expect(hanging).toHaveBeenCalled();
  expect(performance.now() - started).toBeLessThan(SECONDS * 1_000 + 10_000);
  hanging.mockRestore();
});
