import { type ChatBody, type ChatTurn, obligingTurn } from '../../support/cohere-chat.ts';
import { COHERE_KEY, type CohereDouble, startCohereDouble } from '../../support/cohere-double.ts';
import type { TestService } from '../../support/service.ts';
import type { RestAnswer, TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';

export interface Answer {
  message: string;
  sessionId: string;
  messageId: string;
  toolCalls?: { name: string; input: unknown; output: unknown }[];
  actions?: { type: string; payload: Record<string, unknown>; label?: string }[];
  intent?: { name: string; confidence: number };
  triggeredBy?: { type: string; value: string };
  citations?: {
    start: number;
    end: number;
    sources: {
      number: number;
      chunkId: string;
      sourceId: string;
      source: string;
      title: string;
      page?: number;
      timestamp?: string;
      metadata?: Record<string, unknown>;
    }[];
  }[];
  metadata: { model: string; tokensUsed: number; proxyLatencyMs: number; triggerPhase?: string };
}

/** A service whose models are the double's. */
export interface AgentService {
  service: TestService;
  cohere: CohereDouble;
}

/** @param environment more variables, asked for once what was used before is open */
export function useAgent(environment: () => Record<string, string> = () => ({})): AgentService {
  const cohere = use(() => startCohereDouble());
  const service = useOwnService(() => ({
    COHERE_API_KEY: COHERE_KEY,
    COHERE_BASE_URL: cohere.url,
    ...environment(),
  }));
  return { service, cohere };
}

export function chat(site: TestSite, body: object, token?: string): Promise<RestAnswer<Answer>> {
  return site.call<Answer>(
    'POST',
    '/agent/chat',
    body,
    token === undefined ? {} : { authorization: `Bearer ${token}` },
  );
}

/** The answer to a message that must be answered. */
export async function answer(site: TestSite, body: object, token?: string): Promise<Answer> {
  const { status, body: envelope } = await chat(site, body, token);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(envelope)}`);
  return envelope.data;
}

type Turn = ChatTurn | Promise<ChatTurn>;

/** What the double says: to conversations by round (from 1), to requests for a short text, and to those for an intent. */
export interface Script {
  talk?: (body: ChatBody, round: number) => Turn;
  write?: (body: ChatBody) => Turn;
  intent?: (body: ChatBody) => Turn;
}

export function script(cohere: CohereDouble, { talk = obligingTurn, write, intent }: Script): void {
  cohere.say((body) => {
    if (body.stream) return talk(body, roundOf(body));
    if (body.response_format) return (intent ?? obligingTurn)(body);
    return (write ?? obligingTurn)(body);
  });
}

function roundOf({ messages }: ChatBody): number {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return 1 + messages.slice(asked).filter(({ role }) => role === 'assistant').length;
}

/** The conversations that the double has had since then, as it was sent them. */
export function conversations(cohere: CohereDouble, since = 0): ChatBody[] {
  return cohere.requests
    .slice(since)
    .filter(({ path, body }) => path === '/v2/chat' && body['stream'] === true)
    .map(({ body }) => ({ documents: [], tools: [], ...body }) as unknown as ChatBody);
}

export function systemOf(body: ChatBody | undefined): string {
  return body?.messages[0]?.content ?? '';
}

/** A promise with its resolve, for what a test lets go on. */
export function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: () => resolve() };
}

/** A turn that cites the first document with the whole of its text. */
export function citing(text: string, documentIds: string[]): ChatTurn {
  return { text, citations: [{ start: 0, end: Array.from(text).length, documentIds }] };
}

export async function agentModel(site: TestSite): Promise<object | null | undefined> {
  const { data } = await site.graphql<{ agentModel: object | null }>(
    '{ agentModel { name fastName writes tools contextTokens isOwn } }',
  );
  return data?.agentModel;
}
