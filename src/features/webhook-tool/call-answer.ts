import { isUtf8 } from 'node:buffer';
import type { EgressAnswer } from '../../ports/egress.ts';
import { parseWithDigits } from '../../shared/http/json-body.ts';
import { storable, storableText } from '../../shared/storable.ts';
import { exceedsDepth } from '../../shared/json-depth.ts';

/** Result of a call for the agent. */
export type ToolOutcome = { output: unknown } | { error: string };

const LEVELS = 50;
const REASON_LENGTH = 200;

/** The part of the response selected by `resultPath`, or an error if there is none. An empty response is null. */
export function readAnswer({ status, body }: EgressAnswer, resultPath: string | null): ToolOutcome {
  if (status >= 300 && status < 400)
    return { error: `The endpoint redirects (status ${status}), which is not followed` };
  const text = body.toString('utf8').replace(/^\ufeff/, '');
  if (status < 200 || status >= 400) return { error: `The endpoint returned status ${status}${reason(status, text)}` };
  if (!isUtf8(body)) return { error: "The endpoint's JSON is not UTF-8" };
  const json = text.trim() === '' ? { value: null } : parseJson(text);
  if (!json) return { error: 'The endpoint did not return JSON' };
  if (exceedsDepth(json.value, LEVELS)) return { error: `The endpoint's JSON is nested more than ${LEVELS} deep` };
  const part = resultPath === null ? json.value : readPath(json.value, resultPath.split('.'));
  return part === undefined
    ? { error: `The endpoint's JSON has nothing at ${resultPath}` }
    : { output: storable(part) };
}

function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: parseWithDigits(text) };
  } catch {
    return undefined;
  }
}

/** Own properties only, so that no path reaches inherited ones. */
function readPath(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  if (Array.isArray(value) && !/^\d+$/.test(step)) return undefined;
  return readPath(Reflect.get(value, step), rest);
}

/**
 * A client error (4xx) is meant for the caller and helps the model to correct its input; a server error (5xx) may
 * contain internals.
 */
function reason(status: number, text: string): string {
  const body = status < 500 ? parseJson(text)?.value : undefined;
  const said = ['error', 'message', 'error.message']
    .map((path) => readPath(body, path.split('.')))
    .find((each): each is string => typeof each === 'string' && each.trim() !== '');
  return said === undefined
    ? ''
    : `: ${storableText(said).replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH).toWellFormed()}`;
}
