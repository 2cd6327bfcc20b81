/** Maximum length of a token in characters: Firebase's have about 1,000, custom claims add at most 1,400. */
const MAX_TOKEN_LENGTH = 8_192;

const THREE_PARTS = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** Whether the text can be a signed token. Stricter than the libraries, which ignore invalid characters. */
export function isTokenText(text: string): boolean {
  return text.length <= MAX_TOKEN_LENGTH && THREE_PARTS.test(text);
}
