import type { SearchResult } from '../search/search.types.ts';
import type { ChatContext, Preferences } from './chat-context.ts';
import { type Conversation, contextTurnsOf } from './conversation.ts';
import type { Evidence } from './retrieve.ts';
import type { TurnSource } from './session.service.ts';

/**
 * Where the text in a model's context comes from. The persona, the triggers and the visitor's own words are the site's and
 * the visitor's; all other text is from outside and may hold instructions of somebody else, whatever the prompt says of it.
 */
export class Provenance {
  /** Documents, tool results, the page, or text that a model made from these. Never becomes false again. */
  hasOutsideText = false;
  /** What the visitor wrote, in this turn and before. */
  readonly visitorTexts: string[] = [];
  /** What a model wrote before from passages that not everybody may see. */
  readonly restrictedTexts: string[] = [];
  /** The passages that the model was given. */
  readonly passages: Evidence[] = [];
  /** Earlier turns whose text is in the context, and those in theirs. */
  contextTurns: readonly string[] = [];
  private readonly sourcesById = new Map<string, TurnSource>();

  constructor(message: string, context: ChatContext, preferences: Preferences) {
    this.visitorTexts.push(message);
    const { user: _user, ...page } = context;
    const told = [...Object.values(page), ...Object.values(preferences)];
    if (told.some((value) => value !== null && value !== undefined)) this.hasOutsideText = true;
  }

  /** Also what a summary is made of later. */
  addConversation(conversation: Conversation): void {
    const { messages, summary } = conversation;
    this.contextTurns = contextTurnsOf(conversation);
    this.visitorTexts.push(...messages.filter(({ role }) => role === 'user').map(({ content }) => content));
    const summaries = summary ? [{ content: summary.text, hasRestrictedText: summary.hasRestrictedText }] : [];
    for (const { content, hasRestrictedText } of [...summaries, ...messages]) {
      if (hasRestrictedText) this.restrictedTexts.push(content);
    }
    // A summary does not tell what of it came from where.
    if (summary !== null || messages.some(({ hasOutsideText }) => hasOutsideText)) this.hasOutsideText = true;
  }

  addRetrieval(candidates: readonly SearchResult[], given: readonly Evidence[]): void {
    for (const { sourceId, textAccessLevel, textRequiredSubscriptions } of [...candidates, ...given]) {
      this.sourcesById.set(sourceId, {
        id: sourceId,
        accessLevel: textAccessLevel,
        requiredSubscriptions: textRequiredSubscriptions,
        given: given.some((passage) => passage.sourceId === sourceId),
      });
    }
    this.passages.push(...given);
    if (given.length > 0) this.hasOutsideText = true;
  }

  addToolResult(): void {
    this.hasOutsideText = true;
  }

  get sources(): TurnSource[] {
    return [...this.sourcesById.values()];
  }
}
