import { assertRoom } from '../../database/writes.ts';
import type { DetectedIntent } from '../../ports/language-model.ts';
import { currentDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { rejectOnAbort } from '../../shared/timeout.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { toSearchEntitlement } from '../../access/access.ts';
import { readCallerUser, narrowEntitlement } from '../../access/caller-user.ts';
import type { Viewer } from '../../access/viewer.ts';
import { findChatPersona } from '../persona/persona.service.ts';
import type { SearchService } from '../search/search.service.ts';
import type { SourceLinks } from '../search/source-links.service.ts';
import type { LanguageModels } from '../site/own-models.service.ts';
import { detectIntent } from '../trigger/trigger-test.ts';
import type { TriggerSets } from '../trigger/trigger-sets.ts';
import type { VideoLinks } from '../video/video-links.service.ts';
import type { WebhookToolInvocation } from '../webhook-tool/webhook-tool.invocation.ts';
import type { WebhookToolService } from '../webhook-tool/webhook-tool.service.ts';
import type { ChatAnswer } from './agent.types.ts';
import type { ChatInput } from './chat-input.types.ts';
import { askModel } from './turn/ask-model.ts';
import { readChatInput } from './turn/chat-context.ts';
import { citeSources } from './citation/cite-sources.ts';
import { bufferText, composeAnswer, answerByTrigger } from './turn/compose-answer.ts';
import { type Conversation, summarizeHistory, toConversation } from './session/conversation.ts';
import { takeConfirmation } from './tools/confirmation.ts';
import type { AgentModel } from './agent-model.types.ts';
import { Provenance } from './turn/provenance.ts';
import { retrieve } from './retrieval/retrieve.ts';
import { readConversation, recordTurn } from './session/session.service.ts';
import { findSession } from './session/session.ts';
import type { Listener } from './turn/model-reply.ts';
import { TurnTrace, measureStep } from './turn/trace.ts';
import { matchKeyword } from './turn/trigger-answer.ts';
import type { Turn } from './turn/turn.ts';
import { UsageByModel } from './turn/model-calls.ts';

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
  /** The deadline of all model calls and tools of a turn together. */
  chatDeadlineMs: number;
}

type Run = Pick<Turn, 'model' | 'listener' | 'signal'>;

const SILENT: Listener = { text: () => {}, toolCall: () => {} };

/** Answers messages: keyword triggers, persona, retrieval, model and tools, intents, citations, storage. */
export class AgentService {
  private readonly dependencies: AgentDependencies;

  constructor(dependencies: AgentDependencies) {
    this.dependencies = dependencies;
  }

  /** Describes the model of the site. Returns null if there is none. */
  async describeModel(viewer: Viewer): Promise<AgentModel | null> {
    const { languageModels } = this.dependencies;
    const model = await languageModels.findModel(viewer);
    const isOwn = languageModels.isOwn(viewer.site);
    return model && { name: model.models.smart, fastName: model.models.fast, ...model.capabilities, isOwn };
  }

  /**
   * @param listener receives the answer while it is generated; the returned answer is authoritative
   * @param signal aborts everything; nothing is stored
   */
  async chat(caller: Viewer, input: ChatInput, listener = SILENT, signal?: AbortSignal): Promise<ChatAnswer> {
    const { languageModels, chatDeadlineMs } = this.dependencies;
    const model = await languageModels.findModel(caller);
    if (!model) throw new ServiceError('UNAVAILABLE', 'Agent service not configured', {}, { retryAfterSeconds: null });
    currentDeadline()?.restart(chatDeadlineMs);
    const stop = new AbortController();
    const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    try {
      // Also ends work that ignores its signal.
      return await rejectOnAbort(this.answer(caller, input, { model, listener, signal: stopped }), signal);
    } catch (error) {
      // The error of the deadline: it has passed, or the caller has disconnected.
      signal?.throwIfAborted();
      throw error;
    } finally {
      // Work that is still running when the turn has failed.
      stop.abort();
    }
  }

  private async answer(caller: Viewer, input: ChatInput, run: Run): Promise<ChatAnswer> {
    const turn = await this.begin(caller, input, run);
    if (!turn.keyword?.options.skipAgent) return this.withAgent(turn);
    return recordTurn(turn, await answerByTrigger(turn, turn.keyword));
  }

  private async begin(caller: Viewer, input: ChatInput, run: Run): Promise<Turn> {
    const startedAt = performance.now();
    const { context, preferences } = readChatInput(input);
    const viewer = caller.withEntitlement(
      narrowEntitlement(caller.entitlement, readCallerUser(input.context), caller.site),
    );
    // Rejected before anything runs.
    toSearchEntitlement(viewer.entitlement, input.preview);
    await assertRoom(viewer.scope, 'chat_turn');
    const trace = new TurnTrace();
    const [session, triggers, persona] = await measureStep(trace, 'prepare', () =>
      Promise.all([
        findSession(viewer, input.sessionId),
        this.dependencies.triggers.get(viewer),
        findChatPersona(viewer, input.personaId),
      ]),
    );
    const confirmation = input.confirmation ? await takeConfirmation(viewer, session, input.confirmation) : null;
    trace.persona = persona && { id: persona.id, slug: persona.slug };
    // A message that confirms or declines a call is not a question.
    const keyword = confirmation ? null : matchKeyword(triggers, input.message, trace);
    return {
      ...run,
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
      started: startedAt,
    };
  }

  private async withAgent(turn: Turn): Promise<ChatAnswer> {
    const { trace, input, viewer, session } = turn;
    const said = await measureStep(trace, 'read history', async () =>
      input.history ? toConversation(input.history) : readConversation(viewer, session),
    );
    turn.provenance.addConversation(said);
    // Runs concurrently, so that intent detection does not delay the answer.
    const intent = measureStep(trace, 'detect intent', () => this.detectIntent(turn, said));
    const listener = bufferText(turn, intent);
    const { conversation, newSummary } = await measureStep(trace, 'recall', () => summarizeHistory(turn, said));
    const evidence = await measureStep(trace, 'retrieve', () => retrieve(turn, this.dependencies, conversation));
    const { reply, tools } = await measureStep(trace, 'converse', () =>
      askModel(turn, this.dependencies, { conversation, evidence, listener }),
    );
    const detectedIntent = await intent;
    const citedAnswer = await measureStep(trace, 'verify citations', () =>
      citeSources(turn, this.dependencies, { reply, evidence }),
    );
    const answer = await measureStep(trace, 'compose', () =>
      composeAnswer(turn, this.dependencies.videoLinks, {
        reply,
        tools,
        cited: citedAnswer,
        evidence,
        detected: detectedIntent,
      }),
    );
    return recordTurn(turn, answer, { newSummary, confirmations: tools.confirmations });
  }

  /** Detects the intent of a message. Returns null also if that fails, because the answer does not depend on it. */
  private async detectIntent(
    { model, triggers, input, usage, signal }: Turn,
    { messages }: Conversation,
  ): Promise<DetectedIntent | null> {
    try {
      return await detectIntent(model, triggers, input.message, {
        // Intents trigger actions, so they are detected in the user's words only, not in external text.
        history: messages.filter(({ hasOutsideText }) => !hasOutsideText),
        signal,
        onUsage: (tokens, model) => usage.add(model, tokens),
      });
    } catch (error) {
      if (!signal.aborted) this.dependencies.log.warn({ err: error }, 'an intent could not be detected');
      return null;
    }
  }
}
