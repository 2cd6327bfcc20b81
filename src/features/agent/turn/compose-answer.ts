import type { DetectedIntent } from '../../../ports/language-model.ts';
import { matchIntents } from '../../trigger/trigger-test.ts';
import type { Trigger } from '../../trigger/trigger.types.ts';
import type { VideoLinks } from '../../video/video-links.service.ts';
import type { ChatAction, ChatToolCall, ComposedAnswer } from '../agent.types.ts';
import type { Citation } from '../citation/citation.types.ts';
import type { CitedAnswer } from '../citation/citation-span.ts';
import { verifyProposals } from '../tools/client-action-tool.ts';
import { confirmAction } from '../tools/confirmation.ts';
import { completePlayVideo } from '../tools/play-video.ts';
import type { Evidence } from '../retrieval/evidence.ts';
import type { ToolCalls } from '../tools/tool-calls.ts';
import type { Listener, ModelReply } from './model-reply.ts';
import { triggerActions } from './trigger-answer.ts';
import type { Turn } from './turn.ts';

/** Returns whether the agent's text is the message, given the detected intent. */
function usesAgentAnswer({ triggers, keyword }: Turn, detectedIntent: DetectedIntent | null): boolean {
  const intent = matchIntents(triggers, detectedIntent)[0];
  return !(keyword?.options.actionsOnly || intent?.options.actionsOnly || intent?.response.message);
}

/**
 * Buffers text until it is certain that it is part of the answer, because an intent may replace the message.
 * @param intent never rejects
 */
export function bufferText(turn: Turn, intent: Promise<DetectedIntent | null>): Listener {
  const { listener } = turn;
  let buffered = '';
  let isShown: boolean | undefined;
  const decide = async (): Promise<void> => {
    isShown = usesAgentAnswer(turn, await intent);
    if (isShown && buffered !== '') listener.text(buffered);
    buffered = '';
  };
  void decide();
  return {
    text(text) {
      if (isShown === undefined) buffered += text;
      else if (isShown) listener.text(text);
    },
    toolCall: (call) => listener.toolCall(call),
  };
}

/** The answer of a keyword trigger that skips the agent. */
export async function answerByTrigger(turn: Turn, trigger: Trigger): Promise<ComposedAnswer> {
  const message = trigger.options.actionsOnly ? '' : (trigger.response.message ?? '');
  const actions = await triggerActions(turn.viewer, trigger);
  return toComposedAnswer(turn, {
    message,
    toolCalls: [],
    citations: [],
    actions,
    fired: trigger,
    intent: null,
    model: 'none',
  });
}

interface AnswerParts {
  reply: ModelReply;
  tools: ToolCalls;
  cited: CitedAnswer;
  evidence: readonly Evidence[];
  detected: DetectedIntent | null;
}

/**
 * Combines triggers, the agent's text and its proposals: first the keyword trigger's actions, then the agent's, then
 * the intent's.
 */
export async function composeAnswer(
  turn: Turn,
  videoLinks: VideoLinks,
  { reply, tools, cited, evidence, detected }: AnswerParts,
): Promise<ComposedAnswer> {
  const { viewer, context, triggers, keyword, trace } = turn;
  const intent = matchIntents(triggers, detected)[0] ?? null;
  trace.intent = detected && { name: detected.name, confidence: detected.confidence, trigger: intent?.id ?? null };
  const proposed = await verifyProposals(viewer, tools.proposals, evidence, context.video?.videoId);
  trace.actions = { given: tools.proposals.length, kept: proposed.length };
  const actions: ChatAction[] = [
    ...tools.confirmations.map(confirmAction),
    ...(keyword ? await triggerActions(viewer, keyword) : []),
    ...proposed,
    ...(intent ? await triggerActions(viewer, intent) : []),
  ];
  const agentSpeaks = usesAgentAnswer(turn, detected);
  const actionsOnly = keyword?.options.actionsOnly === true || intent?.options.actionsOnly === true;
  return toComposedAnswer(turn, {
    message: agentSpeaks ? cited.message : actionsOnly ? '' : (intent?.response.message ?? ''),
    toolCalls: tools.listed,
    citations: agentSpeaks ? cited.citations : [],
    actions: await completePlayVideo(viewer, videoLinks, actions, [...cited.passages, ...evidence]),
    fired: keyword ?? intent,
    intent: detected,
    model: reply.model,
  });
}

interface AnswerContent extends Pick<ComposedAnswer, 'message' | 'intent'> {
  toolCalls: ChatToolCall[];
  citations: Citation[];
  actions: ChatAction[];
  /** The trigger that matched. */
  fired: Trigger | null;
  /** The model that answered. */
  model: string;
}

function toComposedAnswer(
  { session, trace, usage, started }: Turn,
  { message, toolCalls, citations, actions, fired, intent, model }: AnswerContent,
): ComposedAnswer {
  const { inputTokens, outputTokens } = usage.total;
  trace.tokens = { input: inputTokens, output: outputTokens };
  return {
    message,
    sessionId: session.key,
    toolCalls: nullIfEmpty(toolCalls),
    actions: nullIfEmpty(actions),
    intent,
    triggeredBy: fired && { type: fired.type, value: fired.trigger.value },
    citations: nullIfEmpty(citations),
    metadata: {
      model,
      tokensUsed: inputTokens + outputTokens,
      proxyLatencyMs: Math.round(performance.now() - started),
      unavailable: trace.unavailable,
      triggerPhase: fired && (fired.type === 'keyword' ? 'pre-agent' : 'post-agent'),
    },
  };
}

function nullIfEmpty<T>(list: T[]): T[] | null {
  return list.length > 0 ? list : null;
}
