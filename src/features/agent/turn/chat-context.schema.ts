import { z } from 'zod';
import { NAME_LENGTH } from '../../../shared/checks.ts';
import { jsonShape } from '../../../api/json-shape.ts';

const text = z.string().max(NAME_LENGTH);
const texts = z.array(z.string()).max(50);

/** The parts of a context that the agent uses; all others are ignored. */
export const contextSchema = z.object({
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

export const preferencesSchema = z.record(
  text,
  z.object({
    likes: texts.nullish(),
    dislikes: texts.nullish(),
    restrictions: texts.nullish(),
    priceRange: z.object({ min: z.number(), max: z.number() }).nullish(),
  }),
);

export const CONTEXT_SHAPE = jsonShape('ChatContext', contextSchema);
export const PREFERENCES_SHAPE = jsonShape('ChatPreferences', preferencesSchema);
