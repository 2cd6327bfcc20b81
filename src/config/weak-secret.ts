/** Placeholder words from documentation and examples. Shorter words would also occur in random secrets. */
const PLACEHOLDERS =
  /change[-_ ]?(me|this|it)|password|passw0rd|secret|example|placeholder|default|your[-_ ]|replace|insert[-_ ]|admin[-_ ]?key|encryption[-_ ]?key|letmein|lectern|qwerty|12345678|abcdefgh/i;

/** One in a hundred random secrets of 16 hexadecimal digits has fewer distinct characters. */
const MIN_DISTINCT_CHARACTERS = 8;

/** Returns why a text is too weak for a secret, to follow the name of the variable; undefined if it is not. */
export function validateSecret(text: string): string | undefined {
  if (PLACEHOLDERS.test(text))
    return 'must not contain a placeholder word: generate a secret with `openssl rand -hex 32`';
  if (new Set(text).size < MIN_DISTINCT_CHARACTERS || /^(.{1,12})\1+$/s.test(text)) {
    return 'must not repeat a few characters: generate a secret with `openssl rand -hex 32`';
  }
  return undefined;
}
