import { type Capabilities, MAX_IMAGES } from '../model-service/capabilities.ts';
import { CHARACTERS_PER_TOKEN } from '../model-service/token-count.ts';

/** What one question about pictures may hold. */
export interface PictureBudget {
  maxFrames: number;
  /** Width and height of a picture. */
  maxSide: number;
  answerTokens: number;
  transcriptLength: number;
  instructionsLength: number;
}

export const FULL_BUDGET: PictureBudget = {
  maxFrames: MAX_IMAGES,
  maxSide: 1_024,
  answerTokens: 3_000,
  transcriptLength: 8_000,
  instructionsLength: 4_000,
};

/** The tokens of the whole question: common models count a square picture of that size as 1,400 tokens. */
const FULL_TOKENS = 18_000;
const SMALL_SIDE = 768;
/** The tokens of a picture of that size. */
const SMALL_PICTURE_TOKENS = 800;
/** The tokens of our own instructions. */
const INSTRUCTION_TOKENS = 600;

/**
 * What fits into the context of a model, because servers cut the beginning of what does not, where the instructions are.
 * Half of a small context is for pictures, a quarter each for texts and the answer.
 */
export function pictureBudget({ images, contextTokens }: Omit<Capabilities, 'tools'>): PictureBudget {
  const maxFrames = Math.min(FULL_BUDGET.maxFrames, images);
  if (contextTokens >= FULL_TOKENS) return { ...FULL_BUDGET, maxFrames };
  const quarter = Math.floor(contextTokens / 4);
  const textLength = Math.max(0, quarter - INSTRUCTION_TOKENS) * CHARACTERS_PER_TOKEN;
  return {
    maxFrames: Math.min(maxFrames, Math.max(1, Math.floor((2 * quarter) / SMALL_PICTURE_TOKENS))),
    maxSide: SMALL_SIDE,
    answerTokens: Math.min(FULL_BUDGET.answerTokens, quarter),
    transcriptLength: Math.min(FULL_BUDGET.transcriptLength, Math.floor((textLength * 2) / 3)),
    instructionsLength: Math.min(FULL_BUDGET.instructionsLength, Math.floor(textLength / 3)),
  };
}
