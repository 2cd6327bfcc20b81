import type { DetectedIntent, LanguageModel } from '../../ports/language-model.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { callerUser, narrowed } from '../access/caller-user.ts';
import type { Viewer } from '../access/viewer.ts';
import type { PersonaService } from '../persona/persona.service.ts';
import type { Persona } from '../persona/persona.types.ts';
import type { SearchService } from '../search/search.service.ts';
import { detect, matchingIntents } from '../trigger/trigger-test.ts';
import type { TriggerSet, TriggerSets } from '../trigger/trigger-sets.ts';
import type { Trigger } from '../trigger/trigger.types.ts';
import type { WebhookToolInvocation } from '../webhook-tool/webhook-tool.invocation.ts';
import type { WebhookToolService } from '../webhook-tool/webhook-tool.service.ts';
import type { ChatAnswer, ChatInput } from './agent.types.ts';
import { type ChatContext, type Preferences, readChatInput } from './chat-context.ts';
import { type CitedAnswer, layOut, provenCitations } from './citations.ts';
import { checkProposals, suggestActionTool } from './client-action-tool.ts';
import { type Recalled, givenConversation, recall } from './conversation.ts';
import { type Listener, type Spoken, converse } from './converse.ts';
import { contentInstructions } from './instructions.ts';
import { buildPrompt } from './prompt.ts';
import { searchQuery } from './search-query.ts';
import { type Session, findSession, readTurns, recordTurn } from './session.service.ts';
import { type Evidence, retrieve } from './retrieve.ts';
import { type TurnTrace, newTrace, timed } from './trace.ts';
import { actionsOf, withoutAgent } from './trigger-answer.ts';

export interface AgentDependencies {
  /** Null: 503 for everything that needs it. */
  model: LanguageModel | null;
  personas: PersonaService;
  triggers: TriggerSets;
  search: SearchService;
  tools: WebhookToolService;
  invocation: WebhookToolInvocation;
  log: Logger;
}

/** One turn on its way through the steps. */
interface Run {
  viewer: Viewer;
  input: ChatInput;
  context: ChatContext;
  preferences: Preferences;
  session: Session;
  persona: Persona | null;
  triggers: TriggerSet;
  keyword: Trigger | null;
  trace: TurnTrace;
  started: number;
  signal: AbortSignal | undefined;
}

const SILENT: Listener = { text: () => {}, toolCall: () => {} };

/** Answers visitors: keyword triggers, persona, retrieval, model and tools, intents, citations, record. */
export class AgentService {
  private readonly deps: AgentDependencies;

  constructor(deps: AgentDependencies) {
    this.deps = deps;
  }

  /** @param listener hears the answer while it is made; what it returns at last counts. */
  async chat(caller: Viewer, input: ChatInput, listener = SILENT, signal?: AbortSignal): Promise<ChatAnswer> {
    const started = performance.now();
    if (!this.deps.model) throw new ServiceError('UNAVAILABLE', 'Agent service not configured');
    const { context, preferences } = readChatInput(input);
    const user = callerUser(input.context);
    const viewer = caller.as(narrowed(caller.entitlement, user, caller.site));
    const trace = newTrace();
    const [session, triggers, persona] = await timed(trace, 'prepare', () =>
      Promise.all([
        findSession(viewer, input.sessionId),
        this.deps.triggers.of(viewer),
        this.deps.personas.forChat(viewer, input.personaId),
      ]),
    );
    const keyword = matchKeyword(triggers, input.message, trace);
    trace.persona = persona && { id: persona.id, slug: persona.slug };
    const run = { viewer, input, context, preferences, session, persona, triggers, keyword, trace, started, signal };
    if (keyword?.options.skipAgent) {
      const answer = await withoutAgent(viewer, keyword, session.key, started);
      await this.record(run, answer, null, []);
      return answer;
    }
    return this.withAgent(run, this.deps.model, listener);
  }

  private async withAgent(run: Run, model: LanguageModel, listener: Listener): Promise<ChatAnswer> {
    const { input, trace, triggers, signal } = run;
    // Beside everything else: an intent must not make the answer wait.
    const intent = timed(trace, 'detect intent', () => detect(model, triggers, input.message, signal)).catch(
      (error: unknown) => {
        this.deps.log.warn({ err: error }, 'an intent could not be detected');
        return null;
      },
    );
    const recalled = await timed(trace, 'recall', () => this.recall(run, model));
    const { evidence, tools } = await timed(trace, 'retrieve', () => this.gather(run, model, recalled));
    const spoken = await timed(trace, 'converse', () => this.speak(run, model, recalled, evidence, tools, listener));
    const detected = await intent;
    const cited = await timed(trace, 'verify citations', () => this.cite(run, spoken, evidence));
    const answer = await this.compose(run, spoken, cited, evidence, detected);
    const usage = [
      { model: spoken.model, ...spoken.usage },
      ...[recalled.usage, detected?.usage].flatMap((used) =>
        used && used.inputTokens > 0 ? [{ model: model.models.fast, ...used }] : [],
      ),
    ];
    answer.metadata.tokensUsed = usage.reduce((sum, used) => sum + used.inputTokens + used.outputTokens, 0);
    trace.tokens = {
      input: usage.reduce((sum, used) => sum + used.inputTokens, 0),
      output: usage.reduce((sum, used) => sum + used.outputTokens, 0),
    };
    answer.metadata.proxyLatencyMs = Math.round(performance.now() - run.started);
    await this.record(run, answer, recalled.newSummary, usage);
    return answer;
  }

  private async recall({ input, session, viewer, signal }: Run, model: LanguageModel): Promise<Recalled> {
    if (input.history) {
      const usage = { inputTokens: 0, outputTokens: 0 };
      return { conversation: givenConversation(input.history), newSummary: null, usage };
    }
    const turns = await readTurns(viewer.scope, session);
    return recall(model, turns, { summary: session.summary, turns: session.summarisedTurns }, signal);
  }

  private async gather(
    { viewer, input, context, trace, signal }: Run,
    model: LanguageModel,
    { conversation }: Recalled,
  ) {
    const query = await searchQuery(model, conversation, input.message, signal);
    trace.queries.push(query);
    const [{ evidence, candidates }, tools] = await Promise.all([
      retrieve(viewer, this.deps.search, query, context, signal),
      this.deps.tools.callable(viewer),
    ]);
    const given = new Set(evidence.map(({ chunkId }) => chunkId));
    trace.candidates = candidates.map(({ id, sourceId, title, score }) => ({
      ...{ chunkId: id, sourceId, title, score },
      given: given.has(id),
    }));
    return { evidence, tools };
  }

  private async speak(
    run: Run,
    model: LanguageModel,
    { conversation }: Recalled,
    evidence: readonly Evidence[],
    tools: Awaited<ReturnType<WebhookToolService['callable']>>,
    listener: Listener,
  ): Promise<Spoken> {
    const { persona, viewer, input, context, preferences, keyword, trace, signal } = run;
    const { messages, boundary } = buildPrompt({
      ...{ persona, conversation, message: input.message, context, preferences },
      guidance: keyword?.response.message ?? null,
      instructions: await contentInstructions(viewer, evidence),
    });
    trace.prompt = messages;
    const request = {
      tier: persona?.capabilityTier ?? ('smart' as const),
      messages,
      boundary,
      documents: evidence.map(({ id, title, text }) => ({ id, title, text })),
      tools: [
        ...tools.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
        suggestActionTool,
      ],
      reasoning: persona?.behavior.reasoningEffort ?? ('medium' as const),
      ...(persona?.behavior.maxResponseLength ? { maxTokens: persona.behavior.maxResponseLength } : {}),
    };
    const spoken = await converse(
      model,
      request,
      { webhook: tools, invocation: this.deps.invocation },
      listener,
      signal,
    );
    trace.rounds = spoken.rounds;
    trace.toolCalls = spoken.toolCalls;
    return spoken;
  }

  private async cite(
    { viewer, persona, trace }: Run,
    spoken: Spoken,
    evidence: readonly Evidence[],
  ): Promise<CitedAnswer> {
    const proven = await provenCitations(viewer, this.deps.search, spoken.citations, evidence);
    trace.citations = { given: spoken.citations.length, kept: proven.length };
    const shown = persona?.behavior.showCitations ?? true;
    return layOut(spoken.text, proven, {
      style: shown ? (persona?.sdkResponseConfig.citationStyle ?? 'inline') : 'none',
      includeMetadata: persona?.sdkResponseConfig.includeSourceMetadata ?? false,
    });
  }

  /** Puts triggers, the agent's words and its proposals together: the keyword trigger's actions first, then the agent's, then the intent's. */
  private async compose(
    { viewer, session, triggers, keyword, trace }: Run,
    spoken: Spoken,
    cited: CitedAnswer,
    evidence: readonly Evidence[],
    detected: DetectedIntent | null,
  ): Promise<ChatAnswer> {
    const intent = matchingIntents(triggers, detected)[0] ?? null;
    trace.intent = detected && { name: detected.name, confidence: detected.confidence };
    const given = new Set(evidence.map(({ sourceId }) => sourceId));
    const proposed = await checkProposals(viewer, spoken.proposals, given);
    trace.actions = { given: spoken.proposals.length, kept: proposed.length };
    const actions = [
      ...(keyword ? await actionsOf(viewer, keyword) : []),
      ...proposed,
      ...(intent ? await actionsOf(viewer, intent) : []),
    ];
    const replaced = intent?.response.message ?? null;
    const actionsOnly = keyword?.options.actionsOnly === true || intent?.options.actionsOnly === true;
    const fired = keyword ?? intent;
    return {
      message: actionsOnly ? '' : (replaced ?? cited.message),
      sessionId: session.key,
      toolCalls: spoken.toolCalls.length > 0 ? spoken.toolCalls : null,
      actions: actions.length > 0 ? actions : null,
      intent: detected && { name: detected.name, confidence: detected.confidence },
      triggeredBy: fired && { type: fired.type, value: fired.trigger.value },
      citations: !actionsOnly && replaced === null && cited.citations.length > 0 ? cited.citations : null,
      metadata: {
        model: spoken.model,
        tokensUsed: 0,
        proxyLatencyMs: 0,
        triggerPhase: fired ? (fired.type === 'keyword' ? 'pre-agent' : 'post-agent') : null,
      },
    };
  }

  private async record(
    { viewer, input, session, persona, trace }: Run,
    answer: ChatAnswer,
    newSummary: Recalled['newSummary'],
    usage: readonly { model: string; inputTokens: number; outputTokens: number }[],
  ): Promise<void> {
    const personaId = persona?.id ?? null;
    await timed(trace, 'record', () =>
      recordTurn(viewer, { session, message: input.message, answer, personaId, newSummary, usage, trace }),
    );
  }
}

function matchKeyword(triggers: TriggerSet, message: string, trace: TurnTrace): Trigger | null {
  const matched = triggers.matcher.match(message).flatMap((index) => triggers.keywords[index] ?? []);
  trace.keywordTriggers = {
    checked: triggers.keywords.length,
    matched: matched.map(({ id, trigger }, index) => ({ id, value: trigger.value, fired: index === 0 })),
  };
  return matched[0] ?? null;
}
