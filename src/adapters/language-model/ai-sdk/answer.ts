import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ChatEvent, TokenUsage } from '../../../ports/language-model.ts';
import { toTokenCount, estimateTokens } from '../../model-service/token-count.ts';
import { toPlan } from './prompt.ts';
import { CitationMarks } from '../citation-marks.ts';
import { MAX_ANSWER_LENGTH, parseArguments } from '../model-output.ts';
import { ThoughtFilter } from '../thoughts.ts';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

interface AnswerOptions {
  /** The ids of the documents of the request, by their numbers. */
  documentIds: readonly string[];
  model: string;
  /** Counts the prompt if the server does not. */
  promptTokens: () => number;
}

/**
 * Converts the parts of one streamed message to the events of the port. Throws if the parts are invalid, the model
 * reports a failure, or the answer exceeds the maximum.
 */
export class AiSdkAnswer {
  private readonly options: AnswerOptions;
  private readonly thoughts = new ThoughtFilter();
  private readonly marks: CitationMarks;
  private readonly calls: LanguageModelV4ToolCall[] = [];
  private size = 0;
  private tokens = 0;

  constructor(options: AnswerOptions) {
    this.options = options;
    this.marks = new CitationMarks(options.documentIds);
  }

  take(part: LanguageModelV4StreamPart): ChatEvent[] {
    switch (part.type) {
      case 'text-delta':
        return this.marks.push(this.thoughts.push(this.grow(part.delta)));
      case 'reasoning-delta':
      case 'tool-input-delta':
        this.grow(part.delta);
        return [];
      case 'tool-call':
        this.calls.push(part);
        return [];
      case 'error':
        throw part.error instanceof Error ? part.error : new Error('The model failed');
      case 'finish':
        return this.finish(part);
      default:
        return [];
    }
  }

  /** Returns the text without NUL, which the database cannot store. */
  private grow(text: string): string {
    this.size += text.length;
    this.tokens += estimateTokens(text);
    if (this.size > MAX_ANSWER_LENGTH) throw new Error(`The answer exceeds ${MAX_ANSWER_LENGTH} characters`);
    return text.replaceAll('\0', '');
  }

  private finish({ finishReason: { unified: reason }, usage }: Finish): ChatEvent[] {
    if (reason === 'error') throw new Error('The model failed');
    // A call that was cut off by the token limit is ignored.
    const calls = this.calls.filter(({ input }) => reason !== 'length' || typeof parseArguments(input) !== 'string');
    if (reason === 'tool-calls' && calls.length === 0) throw new Error('The model announced tool calls but sent none');
    const ids = uniqueIds(calls);
    const callEvents = calls.map(({ toolName, input }, index): ChatEvent => {
      this.grow(toolName);
      return { type: 'tool-call', call: { id: ids[index] ?? '', name: toolName, arguments: parseArguments(input) } };
    });
    const plan = toPlan(callMetadata(calls, ids));
    return [
      ...this.marks.push(this.thoughts.end()),
      ...this.marks.end(),
      ...callEvents,
      {
        type: 'end',
        finish: calls.length > 0 ? 'tool-calls' : reason === 'length' ? 'max-tokens' : 'complete',
        usage: this.toUsage(usage),
        model: this.options.model,
        ...(plan === undefined ? {} : { plan }),
      },
    ];
  }

  /** Servers that count nothing would cost nothing, so their tokens are estimated. */
  private toUsage(usage: LanguageModelV4Usage): TokenUsage {
    return {
      inputTokens: toTokenCount(usage.inputTokens.total) ?? this.options.promptTokens(),
      outputTokens: toTokenCount(usage.outputTokens.total) ?? this.tokens,
    };
  }
}

/** Some servers send no ids, or the same one twice. */
function uniqueIds(calls: readonly LanguageModelV4ToolCall[]): string[] {
  const seen = new Set<string>();
  return calls.map(({ toolCallId }, index) => {
    const id = toolCallId === '' || seen.has(toolCallId) ? `call-${index}-${toolCallId}` : toolCallId;
    seen.add(id);
    return id;
  });
}

/** Signatures of thoughts, without which a service rejects the next call. */
function callMetadata(calls: readonly LanguageModelV4ToolCall[], ids: readonly string[]) {
  return Object.fromEntries(
    calls.flatMap(({ providerMetadata }, index) => {
      const texts = Object.entries(providerMetadata ?? {}).flatMap(([provider, values]) => {
        const own = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
        return own.length > 0 ? [[provider, Object.fromEntries(own)] as const] : [];
      });
      return texts.length > 0 ? [[ids[index] ?? '', Object.fromEntries(texts)] as const] : [];
    }),
  );
}
