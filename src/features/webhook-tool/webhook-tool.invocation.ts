import type { Egress } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { type ToolOutcome, readAnswer } from './call-answer.ts';
import { callRequest } from './call-request.ts';
import { inputViolation } from './input-schema.ajv.ts';
import { deeperThan } from '../../shared/json-depth.ts';
import { signatureHeaders } from './signature.ts';
import type { CallableWebhookTool } from './webhook-tool.entity.ts';
import { openHeaders } from './webhook-tool.headers.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

const DEADLINE_MS = 10_000;
const ANSWER_BYTES = 1_000_000;
const INPUT_BYTES = 32 * 1024;
const INPUT_LEVELS = 20;
/** Some keywords of JSON Schema compare every value with every other. */
const INPUT_VALUES = 2_000;

/** Calls the endpoints of webhook tools. */
export class WebhookToolInvocation {
  private readonly egress: Egress;
  private readonly secrets: SecretBox;

  constructor(egress: Egress, secrets: SecretBox) {
    this.egress = egress;
    this.secrets = secrets;
  }

  /** Why an input is not sent, as a message for the model and the reader; undefined if it is valid. */
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
    const violation = this.validate(tool, input);
    if (violation !== undefined || !isPlainObject(input)) return { error: violation ?? 'input must be an object' };
    const request = callRequest(tool, input);
    if (!request) return { error: 'input is too long for a query string' };
    const headers = this.headers(tool, request.content);
    if (!headers) return { error: "The tool's headers and secret cannot be read and must be set again" };
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
      return readAnswer(answer, tool.resultPath ?? null);
    } catch (error) {
      if (error instanceof ServiceError) return { error: error.message };
      throw error;
    }
  }

  /** Null if they were encrypted with a previous key. */
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

function sizeViolation(input: object): string | undefined {
  if (deeperThan(input, INPUT_LEVELS)) return `input must be nested at most ${INPUT_LEVELS} deep`;
  if (Buffer.byteLength(JSON.stringify(input)) > INPUT_BYTES) {
    return `input must have at most ${INPUT_BYTES / 1024} kB as JSON`;
  }
  return countValues(input) > INPUT_VALUES ? `input must have at most ${INPUT_VALUES} values` : undefined;
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((count, inner) => count + countValues(inner), 1);
}
