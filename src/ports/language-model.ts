/**
 * Answers in natural language from given documents, and may request tools.
 * Promises: events arrive in the order of generation, with `end` last and exactly once; a stream without `end` throws.
 * Citations only refer to documents of the request and spans of the text so far. The model's output is untrusted:
 * callers check tool names, arguments and citations.
 * Fails with ServiceError `BAD_GATEWAY` (`Agent service unavailable`) after its own retries and within its own
 * deadline; retries only happen before the first event.
 */
export interface LanguageModel {
  /** Names of the models by tier; answers name the one that gave them. */
  readonly models: Readonly<Record<ModelTier, string>>;
  /** What the model of tier smart can do; what its server then rejects changes it. */
  readonly capabilities: Readonly<ModelCapabilities>;
  chat(request: ChatRequest, options?: { signal?: AbortSignal }): AsyncIterable<ChatEvent>;
  /**
   * Which of the intents a message expresses, with its confidence, 0..1; null if none. Can run concurrently with
   * `chat`.
   */
  detectIntent(request: IntentRequest, options?: DetectOptions): Promise<DetectedIntent | null>;
  /** A short text from an instruction: a summary, a rewritten query. Null if no model is available. */
  complete(
    instruction: string,
    text: string,
    options?: { signal?: AbortSignal; maxTokens?: number },
  ): Promise<Completion | null>;
}

export interface ModelCapabilities {
  /** True if the model writes text of its own; otherwise it quotes its documents. */
  writes: boolean;
  /** True if the model can ask for tool calls. */
  tools: boolean;
  /** Tokens of prompt and answer together; null: unknown. */
  contextTokens: number | null;
}

/** A model that is not the installation's. */
export interface ModelSettings {
  provider: ModelProvider;
  models: Readonly<Record<ModelTier, string>>;
  /** Default: that of the provider. Not trusted: its host must be public, unless the deployment allows it by name. */
  baseUrl?: string | undefined;
  apiKey?: string | undefined;
  /** Default: by the name of the model. */
  capabilities: Partial<Pick<ModelCapabilities, 'tools'> & { contextTokens: number }>;
}

export type ModelProvider = 'openai-compatible' | 'openai' | 'anthropic' | 'google' | 'cohere';

/**
 * Opens a model without calling it. Beside the promises of the port, a model that fails again and again is not called for a
 * while: chats fail at once then.
 */
export type OpenLanguageModel = (settings: ModelSettings) => Promise<LanguageModel>;

/** `fast`: quick and cheap; `smart`: deeper reasoning. */
export type ModelTier = 'fast' | 'smart';

export interface ChatRequest {
  tier: ModelTier;
  /** The first may be `system`; the last is `user` or `tool`. */
  messages: readonly ChatMessage[];
  documents?: readonly ModelDocument[];
  /** Random text that an adapter puts around each document and tool result in a prompt, to mark them as data. */
  boundary?: string;
  tools?: readonly ModelTool[];
  /** How much the model may reason before it answers. */
  reasoning?: 'minimal' | 'low' | 'medium' | 'high';
  maxTokens?: number;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  /** `plan` is the one of the `end` event, returned unchanged. */
  | { role: 'assistant'; content: string; toolCalls?: readonly ModelToolCall[]; plan?: string }
  | { role: 'tool'; toolCallId: string; content: string };

/** A passage that the answer may use and cite. */
export interface ModelDocument {
  id: string;
  title: string;
  /** The headings above it, outermost first. */
  section?: readonly string[];
  text: string;
  /** Facts about it by name, such as its time in a video. */
  details?: Readonly<Record<string, string>>;
  /** True if the visitor has it before them, such as what a video says at the current second. */
  isCurrent?: boolean;
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
  /** The arguments as generated: parsed JSON, not validated against the schema; text that is not JSON is a string. */
  arguments: unknown;
}

export type ChatEvent =
  | { type: 'text'; text: string }
  | { type: 'tool-call'; call: ModelToolCall }
  | { type: 'citation'; citation: ModelCitation }
  /** `plan`: the model's text about its tool calls; not part of the answer. */
  | { type: 'end'; finish: 'complete' | 'max-tokens' | 'tool-calls'; usage: TokenUsage; model: string; plan?: string };

/** The documents that support a span of the answer; offsets in UTF-16 units into the text of this call. */
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
  /** Earlier messages, oldest first. */
  history: readonly { role: 'user' | 'assistant'; content: string }[];
  intents: readonly { name: string; examples: readonly string[] }[];
}

export interface DetectOptions {
  signal?: AbortSignal | undefined;
  /** Receives the tokens that a model used, even if it found nothing, and its name. */
  onUsage?: (usage: TokenUsage, model: string) => void;
}

export interface DetectedIntent {
  name: string;
  confidence: number;
}

export interface Completion {
  text: string;
  usage: TokenUsage;
  /** The model that answered. */
  model: string;
}
