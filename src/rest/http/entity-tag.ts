import { hash } from 'node:crypto';

/** A weak validator of the text: the same answer compressed by a proxy still counts as the same. */
export function entityTag(text: string): string {
  return `W/"${hash('sha1', text, 'base64url')}"`;
}

/** Does the `If-None-Match` header name the tag? By weak comparison, as GET wants it. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.slice(2);
  return header.split(',').some((candidate) => {
    const trimmed = candidate.trim();
    return trimmed === '*' || trimmed.replace(/^W\//, '') === opaque;
  });
}
