/**
 * Answers in natural language, from documents that it is given, and may ask for tools.
 *
 * Promises: events come in the order they are made, `end` last and exactly once; a stream that ends without `end` does not
 * exist (it throws). Citations name only documents of the request and spans of the text so far. What the model says is not
 * to be trusted: callers check tool names, arguments and citations. Fails with ServiceError `BAD_GATEWAY`
 * (`Agent service unavailable`) after its own retries and within its own deadline; retries happen only before the first event.
 */
export interface LanguageModel {
  /** Shown with answers: the models by tier. */
  readonly models: Readonly<Record<ModelTier, string>>;
  chat(request: ChatRequest, options?: { signal?: AbortSignal }): AsyncIterable<ChatEvent>;
  /**
   * Which of the intents a message expresses, with how much confidence, 0..1; null when none. Made to run beside `chat`.
   */
  detectIntent(request: IntentRequest, options?: DetectOptions): Promise<DetectedIntent | null>;
  /** A short text on instruction: a summary, a rewritten query. Null where there is no model that could. */
  complete(
    instruction: string,
    text: string,
    options?: { signal?: AbortSignal; maxTokens?: number },
  ): Promise<Completion | null>;
}

/** `fast`: quick and cheap; `smart`: deeper reasoning. */
export type ModelTier = 'fast' | 'smart';

export interface ChatRequest {
  tier: ModelTier;
  /** The first may be `system`; the last is `user` or `tool`. */
  messages: readonly ChatMessage[];
  documents?: readonly ModelDocument[];
  /** Random text that an adapter puts around each document and tool result where it writes them into a prompt: they are data. */
  boundary?: string;
  tools?: readonly ModelTool[];
  /** How much the model may think before it answers. */
  reasoning?: 'minimal' | 'low' | 'medium' | 'high';
  maxTokens?: number;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  /** `plan` goes back as it came with `end`. */
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[]; plan?: string }
  | { role: 'tool'; toolCallId: string; content: string };

/** A passage that the answer may draw on and cite. */
export interface ModelDocument {
  id: string;
  title: string;
  text: string;
}

export interface ModelTool {
  name: string;
  description: string;
  /** JSON Schema of type object. */
  parameters: Readonly<Record<string, unknown>>;
}

export interface ModelToolCall {
  id: string;
  name: string;
  /** As the model wrote them: parsed JSON, not yet checked against the schema; text that isn't JSON stays a string. */
  arguments: unknown;
}

export type ChatEvent =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | { type: 'citation'; citation: ModelCitation }
  /** `plan`: what the model says it wants with its tool calls; no part of the answer. */
  | { type: 'end'; finish: 'complete' | 'max-tokens' | 'tool-calls'; usage: TokenUsage; model: string; plan?: string };

/** The documents that a span of the answer rests on; offsets in UTF-16 units into the text of this call. */
export interface ModelCitation {
  start: number;
  end: number;
  documentIds: readonly string[];
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

export interface IntentRequest {
  message: string;
  /** What was said before, oldest first. */
  history: readonly { role: 'user' | 'assistant'; content: string }[];
  intents: readonly { name: string; examples: readonly string[] }[];
}

export interface DetectOptions {
  signal?: AbortSignal;
  /** Told what a detection cost, that which found nothing included. */
  onUsage?: (usage: TokenUsage) => void;
}

export interface DetectedIntent {
  name: string;
  confidence: number;
  usage: TokenUsage;
}

export interface Completion {
  text: string;
  usage: TokenUsage;
}
