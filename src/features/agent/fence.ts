import { randomBytes } from 'node:crypto';

/** Random per turn: what stands between two of them is data, whatever it says. */
export function newBoundary(): string {
  return `data-${randomBytes(9).toString('base64url')}`;
}

/** Puts the boundary around a text. Where the text itself has it, something else stands: taking it out could make it anew. */
export function fenced(text: string, boundary: string): string {
  return `${boundary}\n${text.replaceAll(boundary, '[…]')}\n${boundary}`;
}
