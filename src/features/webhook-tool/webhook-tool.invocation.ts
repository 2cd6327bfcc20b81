import type { Egress } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { type ToolOutcome, readAnswer } from './call-answer.ts';
import type { CallLog } from './call-log.ts';
import { type CallRequest, createCallRequest, pickDeclaredInput } from './call-request.ts';
import { inputViolation } from './input-schema.ajv.ts';
import { exceedsDepth } from '../../shared/json-depth.ts';
import { signatureHeaders } from '../../shared/webhook-signature.ts';
import type { CallableWebhookTool } from './webhook-tool.service.ts';
import type { CallOrigin } from './webhook-tool.entity.ts';
import type { WebhookToolRequest } from './webhook-tool-call.types.ts';
import { MASK, openHeaders } from './webhook-tool.headers.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

const DEADLINE_MS = 10_000;
const ANSWER_BYTES = 1_000_000;
const INPUT_BYTES = 32 * 1024;
const INPUT_LEVELS = 20;
/** Some keywords of JSON Schema compare every value with every other. */
const INPUT_VALUES = 2_000;

interface PreparedCall {
  request: CallRequest;
  headers: Record<string, string>;
}

/** Calls the endpoints of webhook tools. */
export class WebhookToolInvocation {
  private readonly egress: Egress;
  private readonly secrets: SecretBox;
  private readonly log: CallLog | null;

  /** @param log gets each call that was sent */
  constructor(egress: Egress, secrets: SecretBox, log: CallLog | null = null) {
    this.egress = egress;
    this.secrets = secrets;
    this.log = log;
  }

  /** The input that is sent: without properties that the tool does not declare. */
  pickDeclared(tool: CallableWebhookTool, input: unknown): unknown {
    return pickDeclaredInput(tool.inputSchema, input);
  }

  /** Returns why an input is not sent, as a message for the model and the reader; undefined if it is valid. */
  validate(tool: CallableWebhookTool, input: unknown): string | undefined {
    if (!isPlainObject(input)) return 'input must be an object';
    return sizeViolation(input) ?? inputViolation(tool.inputSchema, input);
  }

  /**
   * One call: at most 10 seconds and a response of at most 1 MB. Invalid input and errors of the endpoint are returned
   * as `error`, for the model and the reader; only rejects with the signal's reason.
   * @param input from the model, of any type
   */
  async invoke(tool: CallableWebhookTool, input: unknown, signal?: AbortSignal): Promise<ToolOutcome> {
    return (await this.call(tool, input, { origin: 'chat', signal })).outcome;
  }

  /** The same, with what the log has of the call. */
  async call(
    tool: CallableWebhookTool,
    input: unknown,
    { origin, signal }: { origin: CallOrigin; signal?: AbortSignal | undefined },
  ): Promise<{ outcome: ToolOutcome; status: number | null; durationMs: number }> {
    const preparation = this.prepare(tool, input);
    if ('error' in preparation) return { outcome: preparation, status: null, durationMs: 0 };
    const startedAt = new Date();
    const startTime = performance.now();
    const { outcome, status } = await this.exchange(tool, preparation, signal);
    const durationMs = Math.round(performance.now() - startTime);
    const error = 'error' in outcome ? loggedError(outcome.error, status) : null;
    this.log?.add({ toolId: tool.id, origin, startedAt, durationMs, status, error });
    return { outcome, status, durationMs };
  }

  /** The request of a call without its secrets, or why there is none. */
  describe(
    tool: CallableWebhookTool,
    input: unknown,
  ): { violation: string; request: null } | { violation: null; request: WebhookToolRequest } {
    const preparation = this.prepare(tool, input);
    if ('error' in preparation) return { violation: preparation.error, request: null };
    const secret = new Set([...Object.keys(tool.headers).map((name) => name.toLowerCase()), 'webhook-signature']);
    // The type of a POST is the service's own, whatever the tool says.
    if (tool.method === 'POST') secret.delete('content-type');
    const headers = Object.entries(preparation.headers).map(([name, value]) => [name, secret.has(name) ? MASK : value]);
    const { url, body = null } = preparation.request;
    return { violation: null, request: { method: tool.method, url, headers: Object.fromEntries(headers), body } };
  }

  private prepare(tool: CallableWebhookTool, input: unknown): PreparedCall | { error: string } {
    const violation = this.validate(tool, input);
    if (violation !== undefined || !isPlainObject(input)) return { error: violation ?? 'input must be an object' };
    const request = createCallRequest(tool, input);
    if (!request) return { error: 'input is too long for a query string' };
    const headers = this.headers(tool, request.content);
    if (!headers) return { error: "The tool's headers and secret cannot be read and must be set again" };
    return { request, headers };
  }

  private async exchange(
    tool: CallableWebhookTool,
    { request, headers }: PreparedCall,
    signal?: AbortSignal,
  ): Promise<{ outcome: ToolOutcome; status: number | null }> {
    try {
      const answer = await this.egress.fetch({
        url: request.url,
        method: tool.method,
        headers,
        ...(request.body === undefined ? {} : { body: request.body }),
        deadlineMs: DEADLINE_MS,
        maxBytes: ANSWER_BYTES,
        signal,
      });
      return { outcome: readAnswer(answer, tool.resultPath ?? null), status: answer.status };
    } catch (error) {
      if (error instanceof ServiceError) return { outcome: { error: error.message }, status: null };
      throw error;
    }
  }

  /** Decrypts the headers; null if they were encrypted with a previous key. */
  private headers(tool: CallableWebhookTool, content: string): Record<string, string> | null {
    const open = (box: string): string => this.secrets.open(box);
    try {
      return {
        accept: 'application/json',
        ...openHeaders(tool.headers, this.secrets),
        ...(tool.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...signatureHeaders({
          id: `msg_${newId()}`,
          seconds: Math.floor(Date.now() / 1000),
          content,
          secrets: [open(tool.signingSecret), ...(tool.formerSecret ? [open(tool.formerSecret)] : [])],
        }),
      };
    } catch {
      return null;
    }
  }
}

/** The log has only the status: what an endpoint says about its error may repeat what it was sent. */
function loggedError(error: string, status: number | null): string {
  return status !== null && status >= 400 ? `The endpoint returned status ${status}` : error;
}

function sizeViolation(input: object): string | undefined {
  if (exceedsDepth(input, INPUT_LEVELS)) return `input must be nested at most ${INPUT_LEVELS} deep`;
  if (Buffer.byteLength(JSON.stringify(input)) > INPUT_BYTES) {
    return `input must have at most ${INPUT_BYTES / 1024} kB as JSON`;
  }
  return countValues(input) > INPUT_VALUES ? `input must have at most ${INPUT_VALUES} values` : undefined;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((count, inner) => count + countValues(inner), 1);
}
