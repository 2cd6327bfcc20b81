import { RequestError } from '../../data/request.ts';

const CHAT = `subscription Chat($input: ChatInput!) {
  chatStream(input: $input) {
    __typename
    ... on ChatTextEvent { text }
    ... on ChatToolCallEvent { toolCall { name input output } }
    ... on ChatAnswerEvent { answer {
      message messageId sessionId
      toolCalls { name input output }
      actions { type label }
      triggeredBy { type value }
      citations { sources { number title chunkId sourceId url } }
      metadata { model tokensUsed proxyLatencyMs }
    } }
  }
}`;

export interface CitedSource {
  number: number;
  title: string;
  chunkId: string;
  sourceId: string;
  url: string | null;
}

export interface Answer {
  message: string;
  messageId: string;
  sessionId: string;
  toolCalls: { name: string; input: unknown; output: unknown }[] | null;
  actions: { type: string; label: string | null }[] | null;
  triggeredBy: { type: string; value: string } | null;
  citations: { sources: CitedSource[] }[] | null;
  metadata: { model: string; tokensUsed: number; proxyLatencyMs: number };
}

interface ChatEvent {
  text?: string;
  answer?: Answer;
}

interface StreamedAnswer {
  data?: { chatStream: ChatEvent } | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Asks the agent; `onText` gets the answer piece by piece. Resolves with the whole answer, which is authoritative. */
export async function streamChat(
  input: { message: string; sessionId?: string; personaId?: string; preview: boolean },
  { site, onText, signal }: { site: string; onText: (text: string) => void; signal: AbortSignal },
): Promise<Answer> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      'x-lectern-csrf': '1',
      'x-lectern-site': site,
    },
    body: JSON.stringify({ query: CHAT, variables: { input } }),
    signal,
  });
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    throw failure((await response.json().catch(() => ({}))) as StreamedAnswer, response.statusText);
  }
  for await (const data of eventsOf(response)) {
    const event = (JSON.parse(data) as StreamedAnswer).data?.chatStream;
    if (!event) throw failure(JSON.parse(data) as StreamedAnswer, response.statusText);
    if (event.text !== undefined) onText(event.text);
    if (event.answer) return event.answer;
  }
  throw failure({}, 'The answer broke off');
}

/** The data of server-sent events, one after the other. */
async function* eventsOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    waiting += part.value;
    const events = waiting.split('\n\n');
    waiting = events.pop() ?? '';
    for (const event of events) {
      const data = event.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trim()] : []));
      if (data.join('') !== '') yield data.join('\n');
    }
  }
}

function failure({ errors = [] }: StreamedAnswer, otherwise: string): RequestError {
  const all = errors.length > 0 ? errors : [{ message: otherwise }];
  return new RequestError(
    all.map(({ message, ...error }) => ({
      message,
      code: ('extensions' in error && error.extensions?.code) || 'UNKNOWN',
      path: [],
      details: [],
      extensions: {},
    })),
    true,
  );
}
