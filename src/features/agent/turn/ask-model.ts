import { newBoundary } from '../../../text/fence.ts';
import type { Viewer } from '../../../access/viewer.ts';
import { contentTypeBySlug } from '../../content-type/content-type.service.ts';
import { readItems } from '../../reference/reference.loaders.ts';
import type { WebhookToolInvocation } from '../../webhook-tool/webhook-tool.invocation.ts';
import type { WebhookToolService } from '../../webhook-tool/webhook-tool.service.ts';
import type { Conversation } from '../session/conversation.ts';
import { linkPolicy } from '../link/link-policy.ts';
import { modelDocuments } from '../retrieval/model-documents.ts';
import { buildPrompt } from './prompt.ts';
import type { Evidence } from '../retrieval/evidence.ts';
import { ToolCalls, toolDefinitions } from '../tools/tool-calls.ts';
import { runToolLoop } from './tool-loop.ts';
import type { Listener, ModelReply } from './model-reply.ts';
import type { Turn } from './turn.ts';

interface Question {
  conversation: Conversation;
  evidence: readonly Evidence[];
  listener: Listener;
}

/** The model's reply to the message of the turn, with the tool calls that it made for it. */
export async function askModel(
  turn: Turn,
  { tools: webhookTools, invocation }: { tools: WebhookToolService; invocation: WebhookToolInvocation },
  { conversation, evidence, listener }: Question,
): Promise<{ reply: ModelReply; tools: ToolCalls }> {
  const { persona, viewer, provenance, trace, usage, signal } = turn;
  const [webhook, instructions, urls, documents] = await Promise.all([
    webhookTools.callable(viewer),
    contentInstructions(viewer, evidence),
    sourceUrls(viewer, evidence),
    modelDocuments(viewer, persona, evidence),
  ]);
  const boundary = newBoundary();
  const messages = buildPrompt(turn, { conversation, evidence, instructions, boundary });
  trace.prompt = messages;
  const request = {
    tier: persona?.capabilityTier ?? ('smart' as const),
    messages,
    boundary,
    documents,
    tools: toolDefinitions(webhook),
    reasoning: persona?.behavior.reasoningEffort ?? ('medium' as const),
    links: linkPolicy(viewer.site, urls),
    ...(persona?.behavior.maxResponseLength ? { maxTokens: persona.behavior.maxResponseLength } : {}),
  };
  const tools = new ToolCalls({ webhook, invocation, provenance, signal });
  const reply = await runToolLoop(turn, request, tools, listener);
  usage.add(reply.model, reply.usage);
  Object.assign(trace, { rounds: reply.rounds, finish: reply.finish, toolCalls: tools.listed });
  return { reply, tools };
}

/** Instructions of the passages' content types for the agent (`aiConfig.instructionTemplate`). */
async function contentInstructions(viewer: Viewer, evidence: readonly Evidence[]): Promise<string[]> {
  const slugs = new Set(evidence.filter(({ source }) => source === 'content').map(({ contentType }) => contentType));
  const types = await viewer.loader(contentTypeBySlug).loadMany([...slugs]);
  return types.flatMap((type) => {
    if (!type || type instanceof Error || !type.aiConfig.instructionTemplate) return [];
    return [`${type.name}: ${type.aiConfig.instructionTemplate}`];
  });
}

/** URLs and image URLs of the content items among the passages, as entered by editors. */
async function sourceUrls(viewer: Viewer, evidence: readonly Evidence[]): Promise<string[]> {
  const ids = evidence.filter(({ source }) => source === 'content').map(({ sourceId }) => sourceId);
  // With loaders of its own: the state at the end of the answer is read again.
  const items = await readItems(viewer.withEntitlement(viewer.entitlement), ids);
  return [...items.values()].flatMap(({ url, featuredImage }) => [url, featuredImage].filter((each) => each !== null));
}
