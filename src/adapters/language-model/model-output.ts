import { parseWithDigits } from '../../shared/http/json-body.ts';

/** Maximum length of text, thoughts, plan and arguments together, in UTF-16 units; far above the output of one turn. */
export const MAX_ANSWER_LENGTH = 200_000;

/** Arguments of a tool call as they arrive. A call without arguments may arrive without any text. */
export function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseWithDigits(text);
  } catch {
    return text;
  }
}
