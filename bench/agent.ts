import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createSite, forAll } from './eval/client.ts';
import { quantile } from './eval/measures.ts';
import { startOwnService } from './eval/service.ts';
import { INSTANT_KEY, type InstantCohere, type ModelCall, startInstantCohere } from './instant-cohere.ts';

/**
 * How long a turn of the agent takes beside its models: 200 turns of the built service, one at a time, on 10,000 chunks,
 * against models that answer at once. The same calls made without the service say what of it is theirs.
 */
const DOCUMENTS = 1_000;
const SECTIONS = 10;
const SECTION_WORDS = 150;
const TRIGGERS = 100;
const WARM_UP = 50;
const TURNS = 200;
const POLL_MS = 200;

const WORDS = Array.from({ length: 3_000 }, (_, at) => syllables(at * 7_919 + 13));

async function main(): Promise<void> {
  const cohere = await startInstantCohere();
  const service = await startOwnService({
    COHERE_API_KEY: INSTANT_KEY,
    COHERE_BASE_URL: cohere.url,
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
  });
  try {
    const { client } = await createSite(service.url, service.adminKey);
    const chunks = await fill(client);
    for (let turn = 0; turn < WARM_UP; turn++) await ask(client, turn);
    print(table(chunks, await measure(client, cohere)));
  } finally {
    await service.remove();
    await cohere.close();
  }
}

/** Answers how many chunks there are. */
async function fill(client: Client): Promise<number> {
  await client.call('POST', '/api/sdk/personas', {
    name: 'Mechanic',
    systemPrompt: 'You answer as a mechanic would.',
    isDefault: true,
  });
  await forAll(numbers(TRIGGERS), async (at) => {
    await client.call('POST', '/api/sdk/triggers', { type: 'keyword', trigger: { value: `never${at}+said` } });
  });
  await forAll(numbers(DOCUMENTS), async (at) => {
    await client.call('POST', '/api/sdk/knowledge/documents', { title: `Document ${at}`, content: textOf(at) });
  });
  for (;;) {
    const { data } = await client.call<{ data: { status: string; chunks: number }[] }>('GET', '/api/sdk/rag/documents');
    if (data.every(({ status }) => status === 'completed')) return data.reduce((sum, { chunks }) => sum + chunks, 0);
    await delay(POLL_MS);
  }
}

interface Figures {
  turn: number[];
  models: number[];
  beside: number[];
  steps: Map<string, number[]>;
}

/** Each turn, and directly after it its model calls alone, so that both meet the same machine. */
async function measure(client: Client, cohere: InstantCohere): Promise<Figures> {
  const figures: Figures = { turn: [], models: [], beside: [], steps: new Map() };
  for (let turn = 0; turn < TURNS; turn++) {
    cohere.calls.length = 0;
    const { ms, sessionId } = await ask(client, WARM_UP + turn);
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

function table(chunks: number, { turn, models, beside, steps }: Figures): string {
  const rows: [string, number[]][] = [
    ['a turn', turn],
    ['its model calls alone', models],
    ['the service beside them', beside],
    ...[...steps].map(([name, figures]): [string, number[]] => [`  ${name}`, figures]),
  ];
  const lines = rows.map(([name, figures]) => line(name, millis(figures, 0.5), millis(figures, 0.95)));
  const ratio = quantile(turn, 0.5) / quantile(models, 0.5);
  return [
    `${TURNS} turns on ${chunks} chunks, models that answer at once`,
    line('', 'p50 ms', 'p95 ms'),
    ...lines,
    `A turn takes ${ratio.toFixed(1)} times as long as its model calls alone.`,
  ].join('\n');
}

function line(name: string, p50: string, p95: string): string {
  return `${name.padEnd(28)}${p50.padStart(9)}${p95.padStart(9)}`;
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
