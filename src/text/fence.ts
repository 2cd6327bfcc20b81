import { randomBytes } from 'node:crypto';

/** Random per turn: text between two boundaries is data, whatever it contains. */
export function newBoundary(): string {
  return `data-${randomBytes(9).toString('base64url')}`;
}

/**
 * Encloses a text in boundaries. A boundary in the text itself is replaced, because removing it could create another
 * one.
 */
export function fenceText(text: string, boundary: string): string {
  return `${boundary}\n${text.replaceAll(boundary, '[…]')}\n${boundary}`;
}
