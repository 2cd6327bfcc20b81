/** What happened in a turn, for whoever wants to know why it answered as it did. Plain JSON. */
export interface TurnTrace {
  keywordTriggers: { checked: number; matched: { id: string; value: string; fired: boolean }[] };
  persona: { id: string; slug: string } | null;
  queries: string[];
  candidates: { chunkId: string; sourceId: string; title: string; score: number; given: boolean }[];
  prompt: unknown;
  rounds: number;
  toolCalls: { name: string; input: unknown; output: unknown }[];
  intent: { name: string; confidence: number } | null;
  citations: { given: number; kept: number };
  actions: { given: number; kept: number };
  tokens: { input: number; output: number };
  /** Milliseconds by step, in the order in which they ended. */
  steps: { name: string; ms: number }[];
}

export function newTrace(): TurnTrace {
  return {
    keywordTriggers: { checked: 0, matched: [] },
    persona: null,
    queries: [],
    candidates: [],
    prompt: null,
    rounds: 0,
    toolCalls: [],
    intent: null,
    citations: { given: 0, kept: 0 },
    actions: { given: 0, kept: 0 },
    tokens: { input: 0, output: 0 },
    steps: [],
  };
}

/** Times a step of the run. */
export async function timed<T>(trace: TurnTrace, name: string, step: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await step();
  } finally {
    trace.steps.push({ name, ms: Math.round((performance.now() - started) * 10) / 10 });
  }
}
