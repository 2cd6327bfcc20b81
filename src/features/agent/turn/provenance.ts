import type { AccessLevel } from '../../../access/access-level.ts';
import type { SearchResult } from '../../search/search.types.ts';
import type { ChatContext, Preferences } from './chat-context.ts';
import { type Conversation, contextTurnIds } from '../session/conversation.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/** A source of a turn, with the access level of its text at that time. */
interface TurnSource {
  id: string;
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
  published: boolean;
  /** Tells whether the model was given it; otherwise only the search found it. */
  given: boolean;
}

/**
 * Origin of the text in a model's context. The persona, the triggers and the user's own words are trusted; all other
 * text is external and may contain instructions of others, whatever the prompt says about it.
 * See decision 36.
 */
export class Provenance {
  /**
   * Tells whether there is external text: documents, tool results, the page, or text that a model made from these.
   * Never becomes false again.
   */
  hasOutsideText = false;
  /** Text written by the user, in this turn and before. */
  readonly visitorTexts: string[] = [];
  /** Earlier text of a model that was made from restricted passages. */
  readonly restrictedTexts: string[] = [];
  /** Passages given to the model. */
  readonly passages: Evidence[] = [];
  /** Earlier turns whose text is in the context, and those in their context. */
  contextTurns: readonly string[] = [];
  private readonly sourcesById = new Map<string, TurnSource>();

  constructor(message: string, context: ChatContext, preferences: Preferences) {
    this.visitorTexts.push(message);
    const { user: _user, ...page } = context;
    const values = [...Object.values(page), ...Object.values(preferences)];
    if (values.some((value) => value !== null && value !== undefined)) this.hasOutsideText = true;
  }

  /** Adds the text of a conversation. Later summaries use it, too. */
  addConversation(conversation: Conversation): void {
    const { messages, summary } = conversation;
    this.contextTurns = contextTurnIds(conversation);
    this.visitorTexts.push(...messages.filter(({ role }) => role === 'user').map(({ content }) => content));
    const summaries = summary ? [{ content: summary.text, hasRestrictedText: summary.hasRestrictedText }] : [];
    for (const { content, hasRestrictedText } of [...summaries, ...messages]) {
      if (hasRestrictedText) this.restrictedTexts.push(content);
    }
    // A summary does not show the origin of its parts.
    if (summary !== null || messages.some(({ hasOutsideText }) => hasOutsideText)) this.hasOutsideText = true;
  }

  addRetrieval(candidates: readonly SearchResult[], evidence: readonly Evidence[]): void {
    for (const { indexedId, textAccessLevel, textRequiredSubscriptions, isPublished } of [...candidates, ...evidence]) {
      this.sourcesById.set(indexedId, {
        id: indexedId,
        accessLevel: textAccessLevel,
        requiredSubscriptions: textRequiredSubscriptions,
        published: isPublished,
        given: evidence.some((passage) => passage.indexedId === indexedId),
      });
    }
    this.passages.push(...evidence);
    if (evidence.length > 0) this.hasOutsideText = true;
  }

  addToolResult(): void {
    this.hasOutsideText = true;
  }

  get sources(): TurnSource[] {
    return [...this.sourcesById.values()];
  }
}
