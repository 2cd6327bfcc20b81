import { hash } from 'node:crypto';

/** A weak entity tag of the text, so that a response compressed by a proxy still matches. */
export function entityTag(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** Whether the `If-None-Match` header contains the tag. Uses the weak comparison, as required for GET. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((candidate) => {
    const trimmed = candidate.trim();
    return trimmed === '*' || trimmed.replace(/^W\//, '') === opaque;
  });
}
