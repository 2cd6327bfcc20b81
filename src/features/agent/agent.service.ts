import type { DetectedIntent, LanguageModel } from '../../ports/language-model.ts';
import { currentDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { unlessAborted } from '../../shared/within.ts';
import type { Logger } from '../../shared/logger.ts';
import { searchable } from '../access/access.ts';
import { callerUser, narrowed } from '../access/caller-user.ts';
import type { Viewer } from '../access/viewer.ts';
import { personaForChat } from '../persona/persona.service.ts';
import type { SearchService } from '../search/search.service.ts';
import type { SourceLinks } from '../search/source-links.service.ts';
import type { LanguageModels } from '../site/own-models.service.ts';
import { detect } from '../trigger/trigger-test.ts';
import type { TriggerSets } from '../trigger/trigger-sets.ts';
import type { VideoLinks } from '../video/video-links.service.ts';
import type { WebhookToolInvocation } from '../webhook-tool/webhook-tool.invocation.ts';
import type { WebhookToolService } from '../webhook-tool/webhook-tool.service.ts';
import type { ChatAnswer, ComposedAnswer } from './agent.types.ts';
import type { ChatInput } from './chat-input.types.ts';
import { askModel } from './ask-model.ts';
import { readChatInput } from './chat-context.ts';
import { citeSources } from './cite-sources.ts';
import { composeAnswer, usesAgentAnswer } from './compose.ts';
import { type Conversation, condense, givenConversation } from './conversation.ts';
import { takeConfirmation } from './confirmation.ts';
import { bufferText } from './held-text.ts';
import type { AgentModel } from './agent-model.types.ts';
import { Provenance } from './provenance.ts';
import { type Evidence, retrieve } from './retrieve.ts';
import { searchQuery } from './search-query.ts';
import { type FinishedTurn, type NewSummary, findSession, readConversation, recordTurn } from './session.service.ts';
import type { Listener } from './tool-loop.ts';
import { newTrace, timed, traceRetrieval } from './trace.ts';
import { matchKeyword, withoutAgent } from './trigger-answer.ts';
import { type Turn, UsageByModel } from './turn.ts';

export interface AgentDependencies {
  /** A site without one: every operation that needs a model is answered with 503. */
  languageModels: LanguageModels;
  triggers: TriggerSets;
  search: SearchService;
  videoLinks: VideoLinks;
  links: SourceLinks;
  tools: WebhookToolService;
  invocation: WebhookToolInvocation;
  log: Logger;
  /** For all model calls and tools of a turn together. */
  chatDeadlineMs: number;
}

const SILENT: Listener = { text: () => {}, toolCall: () => {} };

/** Answers messages: keyword triggers, persona, retrieval, model and tools, intents, citations, storage. */
export class AgentService {
  private readonly deps: AgentDependencies;

  constructor(deps: AgentDependencies) {
    this.deps = deps;
  }

  /** Null if there is no model for the site. */
  async describeModel(viewer: Viewer): Promise<AgentModel | null> {
    const { languageModels } = this.deps;
    const model = await languageModels.of(viewer);
    const isOwn = languageModels.isOwn(viewer.site);
    return model && { name: model.models.smart, fastName: model.models.fast, ...model.capabilities, isOwn };
  }

  /**
   * @param listener receives the answer while it is generated; the returned answer is authoritative
   * @param signal aborts everything; nothing is stored
   */
  async chat(caller: Viewer, input: ChatInput, listener = SILENT, signal?: AbortSignal): Promise<ChatAnswer> {
    const { languageModels, chatDeadlineMs } = this.deps;
    const model = await languageModels.of(caller);
    if (!model) throw new ServiceError('UNAVAILABLE', 'Agent service not configured', {}, { retryAfterSeconds: null });
    currentDeadline()?.restart(chatDeadlineMs);
    const stop = new AbortController();
    const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      // Also ends work that ignores its signal.
      return await unlessAborted(this.answer(model, caller, input, { listener, signal: stopped }), signal);
    } catch (error) {
      // The error of the deadline: it has passed, or the caller has disconnected.
      signal?.throwIfAborted();
      throw error;
    } finally {
      // Work that is still running when the turn has failed.
      stop.abort();
    }
  }

  private async answer(
    model: LanguageModel,
    caller: Viewer,
    input: ChatInput,
    { listener, signal }: { listener: Listener; signal: AbortSignal },
  ): Promise<ChatAnswer> {
    const turn = await this.begin(caller, input, signal);
    const { keyword, viewer, session, started } = turn;
    if (!keyword?.options.skipAgent) return this.withAgent(turn, model, listener);
    const answer = await withoutAgent(viewer, keyword, session.key, started);
    return this.record(turn, answer, { newSummary: null, confirmations: [] });
  }

  private async begin(caller: Viewer, input: ChatInput, signal: AbortSignal): Promise<Turn> {
    const started = performance.now();
    const { context, preferences } = readChatInput(input);
    const viewer = caller.as(narrowed(caller.entitlement, callerUser(input.context), caller.site));
    // Rejected before anything runs.
    searchable(viewer.entitlement, input.preview);
    const trace = newTrace();
    const [session, triggers, persona] = await timed(trace, 'prepare', () =>
      Promise.all([
        findSession(viewer, input.sessionId),
        this.deps.triggers.of(viewer),
        personaForChat(viewer, input.personaId),
      ]),
    );
    const confirmation = input.confirmation ? await takeConfirmation(viewer, session, input.confirmation) : null;
    trace.persona = persona && { id: persona.id, slug: persona.slug };
    // A message that confirms or declines a call is not a question.
    const keyword = confirmation ? null : matchKeyword(triggers, input.message, trace);
    return {
      viewer,
      input,
      context,
      preferences,
      session,
      persona,
      triggers,
      keyword,
      confirmation,
      provenance: new Provenance(input.message, context, preferences),
      usage: new UsageByModel(),
      trace,
      started,
      signal,
    };
  }

  private async withAgent(turn: Turn, model: LanguageModel, listener: Listener): Promise<ChatAnswer> {
    const { trace, triggers, keyword } = turn;
    const said = await timed(trace, 'read history', () => this.readHistory(turn));
    turn.provenance.addConversation(said);
    // Runs concurrently, so that intent detection does not delay the answer.
    const intent = timed(trace, 'detect intent', () => this.detectIntent(turn, model, said));
    const held = bufferText(
      listener,
      intent.then((detected) => usesAgentAnswer(triggers, keyword, detected)),
    );
    const { conversation, newSummary } = await timed(trace, 'recall', () => this.recall(turn, model, said));
    const evidence = await timed(trace, 'retrieve', () => this.retrieve(turn, model, conversation));
    const { reply, tools } = await timed(trace, 'converse', () =>
      askModel(turn, model, this.deps, { conversation, evidence, listener: held }),
    );
    const detected = await intent;
    const cited = await timed(trace, 'verify citations', () =>
      citeSources(turn, model, this.deps, { reply, evidence }),
    );
    const answer = await timed(trace, 'compose', () =>
      composeAnswer(turn, this.deps.videoLinks, { reply, tools, cited, evidence, detected }),
    );
    return this.record(turn, answer, { newSummary, confirmations: tools.confirmations });
  }

  private async readHistory({ input, session, viewer }: Turn): Promise<Conversation> {
    return input.history ? givenConversation(input.history) : readConversation(viewer, session);
  }

  /** Also null if it fails, because the answer does not depend on it. */
  private async detectIntent(
    { triggers, input, usage, signal }: Turn,
    model: LanguageModel,
    { messages }: Conversation,
  ): Promise<DetectedIntent | null> {
    try {
      return await detect(model, triggers, input.message, {
        // Intents trigger actions, so they are detected in the user's words only, not in external text.
        history: messages.filter(({ hasOutsideText }) => !hasOutsideText),
        signal,
        onUsage: (used, by) => usage.add(by, used),
      });
    } catch (error) {
      if (!signal.aborted) this.deps.log.warn({ err: error }, 'an intent could not be detected');
      return null;
    }
  }

  private async recall(
    { usage, signal }: Turn,
    model: LanguageModel,
    said: Conversation,
  ): Promise<{ conversation: Conversation; newSummary: NewSummary | null }> {
    const { conversation, made } = await condense(model, said, signal);
    if (made) usage.add(made.model, made.usage);
    if (!made?.place || !conversation.summary) return { conversation, newSummary: null };
    const { text, contextTurns } = conversation.summary;
    return { conversation, newSummary: { text, contextTurns, turns: made.place } };
  }

  private async retrieve(
    { viewer, input, context, provenance, trace, usage, signal }: Turn,
    model: LanguageModel,
    conversation: Conversation,
  ): Promise<Evidence[]> {
    const { query, made } = await searchQuery(model, conversation, input.message, signal);
    if (made) usage.add(made.model, made.usage);
    trace.queries.push(query);
    const request = { query, context, preview: input.preview === true, signal };
    const { evidence, candidates, unavailable } = await retrieve(viewer, this.deps, request);
    trace.unavailable = unavailable;
    provenance.addRetrieval(candidates, evidence);
    traceRetrieval(trace, candidates, evidence);
    return evidence;
  }

  private async record(
    turn: Turn,
    answer: ComposedAnswer,
    made: Pick<FinishedTurn, 'newSummary' | 'confirmations'>,
  ): Promise<ChatAnswer> {
    const { viewer, input, session, persona, provenance, trace, usage, signal } = turn;
    signal.throwIfAborted();
    const personaId = persona?.id ?? null;
    const messageId = await recordTurn(viewer, {
      session,
      message: input.message,
      answer,
      personaId,
      trace,
      ...made,
      sources: provenance.sources,
      contextTurns: provenance.contextTurns,
      hasOutsideText: provenance.hasOutsideText,
      usage: usage.byModel,
    });
    return { ...answer, messageId };
  }
}
