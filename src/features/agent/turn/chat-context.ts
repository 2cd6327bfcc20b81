import type { z } from 'zod';
import { checkInput } from '../../../api/input-bounds.ts';
import type { Checks } from '../../../shared/checks.ts';
import { ChatInput } from '../chat-input.types.ts';
import { contextSchema, preferencesSchema } from './chat-context.schema.ts';

/** Characters of all messages together. */
const HISTORY_LENGTH = 400_000;

export type Preferences = z.infer<typeof preferencesSchema>;

export interface ChatContext extends Omit<z.infer<typeof contextSchema>, 'currentVideo' | 'video'> {
  /** The video comes from either format of the interface. */
  video: {
    videoId: string;
    /** Seconds. */
    time: number | null;
    title?: string | null | undefined;
    duration?: number | null | undefined;
  } | null;
}

/**
 * Validates the whole input and parses its free-form parts.
 * @throws ServiceError 400 with all violations
 */
export function readChatInput(input: ChatInput): { context: ChatContext; preferences: Preferences } {
  const checks = checkInput(ChatInput, input);
  checkHistoryLength(checks, input.history);
  checks.throwIfInvalid();
  const context = parse(checks, 'context', contextSchema, input.context ?? {});
  const preferences = parse(checks, 'preferences', preferencesSchema, input.preferences ?? {});
  checks.throwIfInvalid();
  return { context: normalizeVideo(context ?? {}), preferences: preferences ?? {} };
}

function checkHistoryLength(checks: Checks, history: ChatInput['history']): void {
  const total = history?.messages?.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
  if (total > HISTORY_LENGTH)
    checks.report('history.messages', `must have at most ${HISTORY_LENGTH} characters in total`);
}

function parse<T>(checks: Checks, path: string, schema: z.ZodType<T>, value: unknown): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const at = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    checks.report(`${path}${at}`, violation(issue));
  }
  return undefined;
}

function violation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? 'is required'
        : `must be ${ARTICLES[issue.expected] ?? issue.expected}`;
    case 'too_big':
      if (issue.origin === 'array') return `must have at most ${String(issue.maximum)} entries`;
      return issue.origin === 'string'
        ? `must have at most ${String(issue.maximum)} characters`
        : `must be at most ${String(issue.maximum)}`;
    case 'too_small':
      return `must be at least ${String(issue.minimum)}`;
    default:
      return 'is not valid';
  }
}

const ARTICLES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function normalizeVideo({ video, currentVideo, ...rest }: z.infer<typeof contextSchema>): ChatContext {
  if (video) {
    const { videoId, currentTimestamp, title, duration } = video;
    return { ...rest, video: { videoId, time: currentTimestamp ?? null, title, duration } };
  }
  const current = currentVideo && { videoId: currentVideo.videoId, time: currentVideo.currentTime ?? null };
  return { ...rest, video: current ?? null };
}
