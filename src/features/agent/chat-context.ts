import { z } from 'zod';
import { Checks, NAME_LENGTH } from '../../shared/checks.ts';
import type { ChatInput } from './agent.types.ts';

const MESSAGE_LENGTH = 8_000;
const HISTORY = { messages: 200, length: 20_000, inAll: 400_000 };
const PREFERENCES_BYTES = 16 * 1024;
const CONTEXT_BYTES = 64 * 1024;
const SESSION_ID = /^[A-Za-z0-9._:-]{1,128}$/;

const text = z.string().max(NAME_LENGTH);
const texts = z.array(z.string()).max(50);

/** The parts of a context that the agent knows; what else is there is ignored. */
const contextSchema = z.object({
  page: z.string().max(2_048).nullish(),
  referrer: z.string().max(2_048).nullish(),
  productIds: texts.nullish(),
  contentIds: texts.nullish(),
  video: z
    .object({
      videoId: text,
      currentTimestamp: z.number().min(0).nullish(),
      title: text.nullish(),
      duration: z.number().min(0).nullish(),
    })
    .nullish(),
  currentVideo: z.object({ videoId: text, currentTime: z.number().min(0).nullish() }).nullish(),
  user: z
    .object({ uid: text.nullish(), isAuthenticated: z.boolean().nullish(), subscriptions: texts.nullish() })
    .nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  relevantContent: z.array(z.string().max(20_000)).max(20).nullish(),
});

const preferencesSchema = z.record(
  text,
  z.object({
    likes: texts.nullish(),
    dislikes: texts.nullish(),
    restrictions: texts.nullish(),
    priceRange: z.object({ min: z.number(), max: z.number() }).nullish(),
  }),
);

export type Preferences = z.infer<typeof preferencesSchema>;

export interface ChatContext extends Omit<z.infer<typeof contextSchema>, 'currentVideo' | 'video'> {
  /** From either shape of the interface. */
  video: {
    videoId: string;
    /** Seconds. */
    time: number | null;
    title?: string | null | undefined;
    duration?: number | null | undefined;
  } | null;
}

/** Checks the whole input at once and reads its free-form parts. Throws 400 with every fault. */
export function readChatInput(input: ChatInput): { context: ChatContext; preferences: Preferences } {
  const checks = new Checks();
  checks.required('message', input.message);
  checks.length('message', input.message, MESSAGE_LENGTH);
  if (typeof input.sessionId === 'string' && !SESSION_ID.test(input.sessionId)) {
    checks.fault('sessionId', 'must be 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -');
  }
  checkHistory(checks, input.history);
  checks.json('preferences', input.preferences, PREFERENCES_BYTES);
  checks.json('context', input.context, CONTEXT_BYTES);
  checks.refuse();
  const context = parse(checks, 'context', contextSchema, input.context ?? {});
  const preferences = parse(checks, 'preferences', preferencesSchema, input.preferences ?? {});
  checks.refuse();
  return { context: withVideo(context ?? {}), preferences: preferences ?? {} };
}

function checkHistory(checks: Checks, history: ChatInput['history']): void {
  if ((history?.messages?.length ?? 0) > HISTORY.messages) {
    checks.fault('history.messages', `must have at most ${HISTORY.messages} entries`);
  }
  history?.messages?.slice(0, HISTORY.messages).forEach(({ content }, index) => {
    checks.length(`history.messages[${index}].content`, content, HISTORY.length);
  });
  const inAll = history?.messages?.reduce((sum, { content }) => sum + content.length, 0) ?? 0;
  if (inAll > HISTORY.inAll) checks.fault('history.messages', `must have at most ${HISTORY.inAll} characters in all`);
  checks.length('history.summary', history?.summary, HISTORY.length);
}

function parse<T>(checks: Checks, path: string, schema: z.ZodType<T>, value: unknown): T | undefined {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const at = issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    checks.fault(`${path}${at}`, objection(issue));
  }
  return undefined;
}

function objection(issue: z.core.$ZodIssue): string {
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

function withVideo({ video, currentVideo, ...rest }: z.infer<typeof contextSchema>): ChatContext {
  if (video) {
    const { videoId, currentTimestamp, title, duration } = video;
    return { ...rest, video: { videoId, time: currentTimestamp ?? null, title, duration } };
  }
  const shown = currentVideo && { videoId: currentVideo.videoId, time: currentVideo.currentTime ?? null };
  return { ...rest, video: shown ?? null };
}
