import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createSite, forAll } from './eval/client.ts';
import { quantile } from './eval/measures.ts';
import { startOwnService } from './eval/service.ts';
import { INSTANT_KEY, type InstantCohere, type ModelCall, startInstantCohere } from './instant-cohere.ts';

const SECTIONS = 10;
const SECTION_WORDS = 150;
const TRIGGERS = 100;
const POLL_MS = 200;

const WORDS = Array.from({ length: 3_000 }, (_, at) => syllables(at * 7_919 + 13));

export interface TurnPlan {
  documents: number;
  warmUp: number;
  turns: number;
}

export interface TurnFigures {
  turns: number;
  chunks: number;
  /** Each as ms of every turn. */
  turn: number[];
  models: number[];
  beside: number[];
  steps: Map<string, number[]>;
}

/**
 * How long a turn of the agent takes beside its models: turns of the built service, one at a time, against models that
 * answer at once. The same calls made without the service say what of it is theirs.
 */
export async function measureTurns({ documents, warmUp, turns }: TurnPlan): Promise<TurnFigures> {
  const cohere = await startInstantCohere();
  const service = await startOwnService({
    COHERE_API_KEY: INSTANT_KEY,
    COHERE_BASE_URL: cohere.url,
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
  });
  try {
    const { client } = await createSite(service.url, service.adminKey);
    const chunks = await fill(client, documents);
    for (let turn = 0; turn < warmUp; turn++) await ask(client, turn);
    return { turns, chunks, ...(await measure(client, cohere, { from: warmUp, turns })) };
  } finally {
    await service.remove();
    await cohere.close();
  }
}

/** Answers how many chunks there are. */
async function fill(client: Client, documents: number): Promise<number> {
  await client.call('POST', '/api/sdk/personas', {
    name: 'Mechanic',
    systemPrompt: 'You answer as a mechanic would.',
    isDefault: true,
  });
  await forAll(numbers(TRIGGERS), async (at) => {
    await client.call('POST', '/api/sdk/triggers', { type: 'keyword', trigger: { value: `never${at}+said` } });
  });
  await forAll(numbers(documents), async (at) => {
    await client.call('POST', '/api/sdk/knowledge/documents', { title: `Document ${at}`, content: textOf(at) });
  });
  for (;;) {
    const { data } = await client.call<{ data: { status: string; chunks: number }[] }>('GET', '/api/sdk/rag/documents');
    if (data.every(({ status }) => status === 'completed')) return data.reduce((sum, { chunks }) => sum + chunks, 0);
    await delay(POLL_MS);
  }
}

/** Each turn, and directly after it its model calls alone, so that both meet the same machine. */
async function measure(
  client: Client,
  cohere: InstantCohere,
  { from, turns }: { from: number; turns: number },
): Promise<Omit<TurnFigures, 'turns' | 'chunks'>> {
  const figures: Omit<TurnFigures, 'turns' | 'chunks'> = { turn: [], models: [], beside: [], steps: new Map() };
  for (let turn = 0; turn < turns; turn++) {
    cohere.calls.length = 0;
    const { ms, sessionId } = await ask(client, from + turn);
    const calls = [...cohere.calls];
    const models = await timeOf(() => callAll(cohere, calls));
    figures.turn.push(ms);
    figures.models.push(models);
    figures.beside.push(Math.max(0, ms - models));
    for (const step of await stepsOf(client, sessionId)) {
      figures.steps.set(step.name, [...(figures.steps.get(step.name) ?? []), step.ms]);
    }
  }
  return figures;
}

async function ask(client: Client, turn: number): Promise<{ ms: number; sessionId: string }> {
  const message = `${wordAt(turn * 37)} and ${wordAt(turn * 91 + 5)} of ${wordAt(turn * 17 + 2)}?`;
  let sessionId = '';
  const ms = await timeOf(async () => {
    const { data } = await client.call<{ data: { sessionId: string; citations?: unknown[] } }>(
      'POST',
      '/api/sdk/agent/chat',
      { message },
    );
    if (!data.citations) throw new Error('An answer without its citation');
    sessionId = data.sessionId;
  });
  return { ms, sessionId };
}

async function callAll({ url }: InstantCohere, calls: readonly ModelCall[]): Promise<void> {
  for (const { path, body } of calls) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${INSTANT_KEY}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await response.text();
  }
}

async function stepsOf(client: Client, sessionId: string): Promise<{ name: string; ms: number }[]> {
  const query = 'query ($id: ID!) { chatSession(id: $id) { turns { trace } } }';
  const { data } = await client.call<{
    data: { chatSession: { turns: { trace: { steps: { name: string; ms: number }[] } }[] } };
  }>('POST', '/graphql', { query, variables: { id: sessionId } });
  return data.chatSession.turns[0]?.trace.steps ?? [];
}

/** A table of Markdown. */
export function turnReport({ turns, chunks, turn, models, beside, steps }: TurnFigures): string {
  const rows: [string, number[]][] = [
    ['a turn', turn],
    ['its model calls alone', models],
    ['the service beside them', beside],
    ...[...steps].map(([name, figures]): [string, number[]] => [`step ${name}`, figures]),
  ];
  const ratio = quantile(turn, 0.5) / quantile(models, 0.5);
  return [
    `| chat: ${turns} turns on ${chunks.toLocaleString('en')} chunks, models that answer at once | p50 ms | p95 ms |`,
    '|---|--:|--:|',
    ...rows.map(([name, figures]) => `| ${name} | ${millis(figures, 0.5)} | ${millis(figures, 0.95)} |`),
    `| a turn / its model calls alone | **${ratio.toFixed(1)}** | |`,
  ].join('\n');
}

function millis(figures: readonly number[], share: number): string {
  return quantile(figures, share).toFixed(1);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function textOf(document: number): string {
  return numbers(SECTIONS)
    .map((section) => {
      const from = (document * SECTIONS + section) * 101;
      const words = numbers(SECTION_WORDS).map((at) => wordAt(from + at * (1 + (section % 7))));
      return `## ${wordAt(from)} ${wordAt(from + 1)}\n\n${words.join(' ')}.`;
    })
    .join('\n\n');
}

function wordAt(at: number): string {
  return WORDS[at % WORDS.length] ?? '';
}

function syllables(number: number): string {
  const [consonants, vowels] = ['bdfgklmnprstvz', 'aeiou'];
  let word = '';
  for (let rest = number; rest > 0 || word.length < 4; rest = Math.floor(rest / 70)) {
    word += `${consonants[rest % 14]}${vowels[Math.floor(rest / 14) % 5]}`;
  }
  return word;
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
