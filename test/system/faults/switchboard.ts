import { Readable } from 'node:stream';
import type { Adapters } from '../../../src/app/open-adapters.ts';
import { ServiceError } from '../../../src/shared/errors.ts';

export const FAULT_KINDS = ['before', 'unavailable', 'during', 'after', 'hang', 'wrong'] as const;
/**
 * `before`: fails without a look at what it is given; `unavailable`: fails as its port promises to; `during`: has done a
 * part; `after`: has done everything, and its answer is lost; `hang`: answers when the fault ends, by an error; `wrong`:
 * answers what its port never would.
 */
export type FaultKind = (typeof FAULT_KINDS)[number];

type NotPlayed = 'database' | 'names' | 'space' | 'openSpace' | 'openModel' | 'openReranker' | 'resumable';
type Port = Exclude<keyof Adapters, NotPlayed>;
type AsyncMethod = (...parameters: unknown[]) => unknown;

/** Everything that the ports promise to do and that may fail, with a wrong answer of the right kind where there is one. */
const METHODS: Readonly<Record<Port, Readonly<Record<string, () => unknown>>>> = {
  storage: {
    grant: () => ({ url: '', headers: {} }),
    write: () => ({ size: -1, version: '' }),
    stat: () => ({ size: Number.NaN, version: '' }),
    read: () => Readable.from([]),
    move: () => false,
    join: () => ({ size: -1, version: '' }),
    delete: () => 'deleted',
    deleteBelow: () => 'deleted',
    check: () => 'checked',
  },
  index: {
    upsert: () => null,
    deleteSource: () => null,
    search: () => [{ chunkId: 'no id', sourceId: 'no id', generation: -1, score: Number.NaN }],
    check: () => null,
  },
  embedder: { embedPassages: () => [new Float32Array(3)], embedQuery: () => new Float32Array(3) },
  reranker: { rerank: () => [{ index: 99_999, score: Number.NaN }] },
  model: {
    chat: () => Readable.from([{ type: 'citation', citation: { start: 9, end: 2, documentIds: ['none'] } }]),
    detectIntent: () => ({ name: 'no intent', confidence: Number.NaN }),
    complete: () => ({ text: '\0\ud800', usage: { inputTokens: Number.NaN, outputTokens: 0 } }),
  },
  tokens: { verify: () => ({ uid: '', email: null, displayName: null, claims: { membershipTier: 7 } }) },
  limiter: { consume: () => ({}), consumeBoth: () => ({ own: {}, shared: null }), check: () => null },
  mailer: { send: () => ({}) },
  egress: { fetch: () => ({ status: 0, headers: {}, body: Buffer.from('\0') }), download: () => ({}) },
  extractor: { extract: () => ({ blocks: null }) },
  images: { inspect: () => ({ format: 'none', width: -1, height: 0 }), transform: () => Buffer.alloc(0) },
  queue: { settled: () => null },
  media: {
    probe: () => ({ duration: Number.NaN, video: null, audio: null, subtitles: [] }),
    sceneChanges: () => [Number.NaN],
    pauses: () => null,
    frame: () => Buffer.alloc(0),
    sound: () => Buffer.alloc(0),
    cues: () => null,
  },
  analyzer: { analyze: () => ({ texts: null }) },
  transcriber: { transcribe: () => ({ cues: null }) },
};

export const PORT_METHODS = Object.entries(METHODS).flatMap(([port, methods]) =>
  Object.keys(methods).map((method) => `${port}.${method}`),
);

/** Only the processing of videos calls it. */
export function isOfVideos(method: string): boolean {
  return /^(?:media|analyzer|transcriber)\.|^egress\.download$/.test(method);
}

/** Stands in front of every port of a running service, and fails one method at a time on demand. */
export class Switchboard {
  /** Methods that have been called since `listen`. */
  readonly heard = new Set<string>();
  /** How often the present fault has struck. */
  strikes = 0;
  private fault: { method: string; kind: FaultKind } | null = null;
  private release: (() => void)[] = [];

  constructor(ports: Adapters) {
    for (const [port, methods] of Object.entries(METHODS) as [Port, Record<string, () => unknown>][]) {
      const adapter = ports[port] as unknown as Record<string, AsyncMethod> | null;
      for (const [method, wrong] of Object.entries(methods)) {
        const real = adapter && innermost(adapter, method);
        if (adapter && real) adapter[method] = this.switched(`${port}.${method}`, real, wrong);
      }
    }
  }

  begin(method: string, kind: FaultKind): void {
    this.strikes = 0;
    this.fault = { method, kind };
  }

  end(): void {
    this.fault = null;
    for (const release of this.release.splice(0)) release();
  }

  private switched(name: string, real: AsyncMethod, wrong: () => unknown): AsyncMethod {
    const { heard } = this;
    const strike = (run: () => unknown, parameters: readonly unknown[]): unknown => {
      if (this.fault?.method !== name) return run();
      this.strikes += 1;
      const answer = this.strike(this.fault.kind, run, parameters, wrong);
      return name === 'model.chat' ? eventsOf(answer) : answer;
    };
    // `this` is the adapter itself, whatever is laid over it: its private fields are there alone.
    return function switched(this: unknown, ...parameters: unknown[]): unknown {
      heard.add(name);
      return strike(() => real.apply(this, parameters), parameters);
    };
  }

  private async strike(
    kind: FaultKind,
    real: () => unknown,
    parameters: readonly unknown[],
    wrong: () => unknown,
  ): Promise<unknown> {
    switch (kind) {
      case 'before':
        throw new Error('injected: before');
      case 'unavailable':
        throw new ServiceError('UNAVAILABLE', 'Injected: not available');
      case 'during':
        return failMidway(real, parameters);
      case 'after':
        discard(await real());
        throw new Error('injected: after');
      case 'hang':
        await new Promise<void>((resolve) => this.release.push(resolve));
        throw new Error('injected: hung');
      case 'wrong':
        return wrong();
    }
  }
}

/** The adapter's own method, below whatever has been laid over it. */
function innermost(adapter: Record<string, AsyncMethod>, method: string): AsyncMethod | undefined {
  const own = Object.getOwnPropertyDescriptor(adapter, method)?.value as AsyncMethod | undefined;
  const prototype = Object.getPrototypeOf(adapter) as Record<string, AsyncMethod>;
  return own ?? prototype[method];
}

/** Reads a part of the stream that it is given, or answers a stream that breaks. */
async function failMidway(real: () => unknown, parameters: readonly unknown[]): Promise<unknown> {
  const given = parameters.find((parameter) => parameter instanceof Readable);
  if (given) {
    for await (const chunk of given) throw new Error(`injected: after ${(chunk as Buffer).length} bytes`);
  }
  const answer = await real();
  if (!isStream(answer)) throw new Error('injected: during');
  const stream = Readable.from(broken(answer));
  // Who destroys it unread has not started the generator, which would end the source.
  return stream.once('close', () => discard(answer));
}

/** What a port has opened and its caller never gets. */
function discard(answer: unknown): void {
  if (answer instanceof Readable) answer.destroy();
}

function isStream(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

async function* broken(stream: AsyncIterable<unknown>): AsyncGenerator {
  for await (const part of stream) {
    yield part;
    break;
  }
  throw new Error('injected: the stream broke');
}

async function* eventsOf(strike: Promise<unknown>): AsyncGenerator {
  yield* (await strike) as AsyncIterable<unknown>;
}
