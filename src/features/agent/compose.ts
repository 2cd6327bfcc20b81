import type { DetectedIntent } from '../../ports/language-model.ts';
import { matchingIntents } from '../trigger/trigger-test.ts';
import type { TriggerSet } from '../trigger/trigger-sets.ts';
import type { Trigger } from '../trigger/trigger.types.ts';
import type { VideoLinks } from '../video/video-links.service.ts';
import type { ChatAction, ComposedAnswer } from './agent.types.ts';
import type { CitedAnswer } from './citations.ts';
import { checkProposals } from './client-action-tool.ts';
import { confirmAction } from './confirmation.ts';
import { completePlayVideo } from './play-video.ts';
import type { Evidence } from './retrieve.ts';
import type { ToolCalls } from './tool-calls.ts';
import type { ModelReply } from './tool-loop.ts';
import { actionsOf } from './trigger-answer.ts';
import type { Turn } from './turn.ts';

/** Whether the agent's text is the message, given the detected intent. */
export function usesAgentAnswer(triggers: TriggerSet, keyword: Trigger | null, detected: DetectedIntent | null) {
  const intent = matchingIntents(triggers, detected)[0];
  return !(keyword?.options.actionsOnly || intent?.options.actionsOnly || intent?.response.message);
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
  { viewer, context, session, triggers, keyword, trace, usage, started }: Turn,
  videoLinks: VideoLinks,
  { reply, tools, cited, evidence, detected }: AnswerParts,
): Promise<ComposedAnswer> {
  const intent = matchingIntents(triggers, detected)[0] ?? null;
  trace.intent = detected && { name: detected.name, confidence: detected.confidence, trigger: intent?.id ?? null };
  const proposed = await checkProposals(viewer, tools.proposals, evidence, context.video?.videoId);
  trace.actions = { given: tools.proposals.length, kept: proposed.length };
  const chosen: ChatAction[] = [
    ...tools.confirmations.map(confirmAction),
    ...(keyword ? await actionsOf(viewer, keyword) : []),
    ...proposed,
    ...(intent ? await actionsOf(viewer, intent) : []),
  ];
  const actions = await completePlayVideo(viewer, videoLinks, chosen, [...cited.passages, ...evidence]);
  const agentSpeaks = usesAgentAnswer(triggers, keyword, detected);
  const actionsOnly = keyword?.options.actionsOnly === true || intent?.options.actionsOnly === true;
  const fired = keyword ?? intent;
  const { inputTokens, outputTokens } = usage.total;
  trace.tokens = { input: inputTokens, output: outputTokens };
  return {
    message: agentSpeaks ? cited.message : actionsOnly ? '' : (intent?.response.message ?? ''),
    sessionId: session.key,
    toolCalls: tools.listed.length > 0 ? tools.listed : null,
    actions: actions.length > 0 ? actions : null,
    intent: detected && { name: detected.name, confidence: detected.confidence },
    triggeredBy: fired && { type: fired.type, value: fired.trigger.value },
    citations: agentSpeaks && cited.citations.length > 0 ? cited.citations : null,
    metadata: {
      model: reply.model,
      tokensUsed: inputTokens + outputTokens,
      proxyLatencyMs: Math.round(performance.now() - started),
      unavailable: trace.unavailable,
      triggerPhase: fired ? (fired.type === 'keyword' ? 'pre-agent' : 'post-agent') : null,
    },
  };
}
