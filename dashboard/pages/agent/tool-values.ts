import type { CreateWebhookToolInput } from '../../.generated/graphql.ts';
import type { DataOf } from '../../data/graphql.ts';
import type { TOOL } from './tool-form.query.ts';

export type StoredTool = DataOf<typeof TOOL>['webhookTool'];

export interface ToolValues extends Pick<
  StoredTool,
  'name' | 'description' | 'endpoint' | 'method' | 'enabled' | 'effect' | 'runsWithoutConfirmation' | 'mayReceive'
> {
  /** JSON. */
  inputSchema: string;
  /** `Name: value` in each line. */
  headers: string;
  resultPath: string;
}

/** It is enabled by hand, after a dry run. */
export const NEW_TOOL: ToolValues = {
  name: '',
  description: '',
  inputSchema: '{\n  "type": "object",\n  "properties": {}\n}',
  endpoint: '',
  method: 'POST',
  headers: '',
  resultPath: '',
  enabled: false,
  effect: 'write',
  runsWithoutConfirmation: false,
  mayReceive: 'public',
};

export function valuesOfTool({ id: _id, revision: _revision, ...stored }: StoredTool): ToolValues {
  const headers = Object.entries(stored.headers).map(([name, value]) => `${name}: ${String(value)}`);
  return {
    ...stored,
    inputSchema: JSON.stringify(stored.inputSchema, null, 2),
    headers: headers.join('\n'),
    resultPath: stored.resultPath ?? '',
  };
}

/** Null for what is not valid: the form then says so. What is in it is checked by the service. */
export interface ParsedTool {
  inputSchema: Record<string, unknown> | null;
  headers: Record<string, string> | null;
}

export function parseTool({ inputSchema, headers }: ToolValues): ParsedTool {
  return { inputSchema: parseObject(inputSchema), headers: parseHeaders(headers) };
}

/** Null if something is not valid. */
export function inputOfTool(values: ToolValues): CreateWebhookToolInput | null {
  const { inputSchema, headers } = parseTool(values);
  if (!inputSchema || !headers) return null;
  return { ...values, inputSchema, headers, resultPath: values.resultPath.trim() || null };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function parseHeaders(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*\S)\s*$/.exec(line)?.slice(1) ?? []);
  return pairs.some(([name]) => name === undefined) ? null : (Object.fromEntries(pairs) as Record<string, string>);
}
