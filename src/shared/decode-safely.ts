/** The text without percent encoding; null if its encoding is not valid. */
export function decodeSafely(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
