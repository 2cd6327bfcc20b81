/** What documents, examples and hurried people put where a secret belongs. No shorter ones: chance writes those too. */
const PLACEHOLDERS =
  /change[-_ ]?(me|this|it)|password|passw0rd|secret|example|placeholder|default|your[-_ ]|replace|insert[-_ ]|admin[-_ ]?key|encryption[-_ ]?key|letmein|lectern|qwerty|12345678|abcdefgh/i;

/** Of 16 hexadecimal digits by chance, one in a hundred has fewer. */
const LEAST_DISTINCT = 8;

/** Why a text is no secret, as the rest of a sentence; undefined when nothing speaks against it. */
export function objectionToSecret(text: string): string | undefined {
  if (PLACEHOLDERS.test(text)) return 'must not hold a word of a placeholder: make one with `openssl rand -hex 32`';
  if (new Set(text).size < LEAST_DISTINCT || /^(.{1,12})\1+$/s.test(text)) {
    return 'must not be the same few characters again: make one with `openssl rand -hex 32`';
  }
  return undefined;
}
