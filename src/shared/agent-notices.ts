/** The agent's answer without a language model, if no passage fits. */
export const NOT_IN_SOURCES = 'This is not in the sources. No language model is configured: answers are quoted text.';
/** Follows the quotes of an answer without a language model. */
export const QUOTED_FROM_SOURCES = 'No language model is configured: this is text quoted from the sources.';
/** Replaces an answer that was made from content that the reader can no longer read. */
export const WITHHELD_ANSWER = 'This answer is no longer available.';

/** The sentences that the agent says about its answers. None of them is knowledge. */
const SENTENCES = [NOT_IN_SOURCES, QUOTED_FROM_SOURCES, WITHHELD_ANSWER].flatMap((notice) =>
  notice.split(/(?<=\.) /).map(normalizeLetters),
);
/** Marks and white space count. Longer texts say more than a notice. */
const MAX_NOTICE_LENGTH = 2_000;

/** Tells whether a text, plain, Markdown or HTML, says nothing but sentences of the agent about its answers. */
export function isAgentNotice(text: string): boolean {
  if (text.length > MAX_NOTICE_LENGTH) return false;
  const letters = normalizeLetters(text.replaceAll(/<[^<>]*>|&[a-z]+;/gi, ' '));
  const rest = SENTENCES.reduce((left, sentence) => left.replaceAll(sentence, ''), letters);
  return letters !== '' && rest === '';
}

/** An answer without the sentence that says how it was made. */
export function withoutAgentNotices(answer: string): string {
  return isAgentNotice(answer) ? '' : answer.replace(QUOTED_FROM_SOURCES, '').trim();
}

function normalizeLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
