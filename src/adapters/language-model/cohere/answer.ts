import type { ChatEvent } from '../../../ports/language-model.ts';
import { toCitation, type TextBlock } from './citation.ts';
import type { CohereCitation, CohereEvent } from './events.ts';
import { MAX_ANSWER_LENGTH, parseArguments } from '../model-output.ts';

type EndOfMessage = Extract<CohereEvent, { type: 'message-end' }>;

/**
 * Converts the events of one streamed message to those of the port. Throws if the events are invalid, the model reports
 * a failure, or the answer exceeds the maximum.
 */
export class CohereAnswer {
  private readonly blocks = new Map<number, TextBlock>();
  private readonly calls = new Map<number, { id: string; name: string; arguments: string }>();
  /** Citations may arrive before their text. */
  private early: CohereCitation[] = [];
  private length = 0;
  private size = 0;
  private plan = '';
  private hasCalls = false;
  private readonly documentIds: ReadonlySet<string>;
  private readonly model: string;

  constructor(documentIds: ReadonlySet<string>, model: string) {
    this.documentIds = documentIds;
    this.model = model;
  }

  take(event: CohereEvent): ChatEvent[] {
    switch (event.type) {
      case 'content-start':
      case 'content-delta': {
        const { text, thinking } = event.delta.message.content ?? {};
        this.grow(thinking);
        return text ? this.addText(event.index, text) : [];
      }
      case 'tool-plan-delta':
        this.plan += this.grow(event.delta.message.toolPlan);
        return [];
      case 'tool-call-start': {
        const { id, function: hasCalls } = event.delta.message.toolCalls;
        this.grow(id + hasCalls.name);
        this.calls.set(event.index, { id, name: hasCalls.name, arguments: this.grow(hasCalls.arguments) });
        return [];
      }
      case 'tool-call-delta': {
        const call = this.calls.get(event.index);
        if (!call) throw new Error('The model sent arguments of a tool call that was not started');
        call.arguments += this.grow(event.delta.message.toolCalls.function.arguments);
        return [];
      }
      case 'tool-call-end':
        return this.finishCall(event.index);
      case 'citation-start':
        return this.cite(event.delta.message.citations);
      default:
        return this.finish(event.delta);
    }
  }

  /** Appends the text without NUL, which the database cannot store. */
  private grow(text: string | null | undefined): string {
    this.size += text?.length ?? 0;
    if (this.size > MAX_ANSWER_LENGTH) throw new Error(`The answer exceeds ${MAX_ANSWER_LENGTH} characters`);
    return text?.replaceAll('\0', '') ?? '';
  }

  private addText(index: number, addition: string): ChatEvent[] {
    const text = this.grow(addition);
    if (text === '') return [];
    const block = this.blocks.get(index) ?? { start: this.length, text: '' };
    this.blocks.set(index, block);
    block.text += text;
    this.length += text.length;
    return [{ type: 'text', text }];
  }

  private cite(cited: CohereCitation): ChatEvent[] {
    const block = this.findBlock(cited);
    if (!block || cited.end > block.text.length) {
      this.grow(cited.text);
      this.early.push(cited);
      return [];
    }
    const citation = toCitation(cited, block, this.documentIds);
    return citation ? [{ type: 'citation', citation }] : [];
  }

  private findBlock({ contentIndex }: CohereCitation): TextBlock | undefined {
    return this.blocks.get(contentIndex ?? this.blocks.keys().next().value ?? 0);
  }

  private finishCall(index: number): ChatEvent[] {
    const call = this.calls.get(index);
    if (!call) throw new Error('The model ended a tool call that was not started');
    this.calls.delete(index);
    this.hasCalls = true;
    return [{ type: 'tool-call', call: { ...call, arguments: parseArguments(call.arguments) } }];
  }

  private finish({ finishReason, error, usage }: EndOfMessage['delta']): ChatEvent[] {
    if (error || finishReason.startsWith('ERROR') || finishReason === 'TIMEOUT') throw new Error('The model failed');
    const wantsTools = finishReason === 'TOOL_CALL';
    // A call that was cut off by the token limit is ignored.
    const calls = wantsTools ? [...this.calls.keys()].flatMap((index) => this.finishCall(index)) : [];
    if (wantsTools && !this.hasCalls) throw new Error('The model announced tool calls but sent none');
    const citations = this.early.flatMap((cited) => {
      const citation = toCitation(cited, this.findBlock(cited), this.documentIds);
      return citation ? [{ type: 'citation' as const, citation }] : [];
    });
    const finish = this.hasCalls ? 'tool-calls' : finishReason === 'MAX_TOKENS' ? 'max-tokens' : 'complete';
    const plan = this.plan === '' ? {} : { plan: this.plan };
    return [...citations, ...calls, { type: 'end', finish, usage, model: this.model, ...plan }];
  }
}
