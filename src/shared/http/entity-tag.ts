import { hash } from 'node:crypto';

/** Matches the answer of a GET of one resource, whose documents select the id and the revision first. */
const REVISION = /^\{"success":true,"data":\{"_?id":"[^"]+","revision":(\d+)/;

/**
 * A weak entity tag of the text, so that a response compressed by a proxy still matches; it ends with the revision of
 * the resource that the text represents.
 */
export function entityTag(text: string): string {
  const revision = REVISION.exec(text)?.[1];
  return `W/"${hash('sha1', text, 'base64url')}${revision === undefined ? '' : `.${revision}`}"`;
}

/** Tells whether the `If-None-Match` header contains the tag. Uses the weak comparison, as required for GET. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = tag.startsWith('W/') ? tag.slice(2) : tag;
  return header.split(',').some((candidate) => {
    const trimmed = candidate.trim();
    return trimmed === '*' || trimmed.replace(/^W\//, '') === opaque;
  });
}

/**
 * The revision that an `If-Match` header names: `"3"`, or the tag of a GET. Undefined for `*`, which any revision
 * matches; 0, which is none, for a tag of anything else.
 */
export function matchedRevision(header: string): number | undefined {
  const tag = header.trim();
  if (tag === '*') return undefined;
  const [, revision = '0'] = /^(?:W\/)?"(?:[\w-]{27}\.)?([1-9]\d{0,8})"$/.exec(tag) ?? [];
  return Number(revision);
}
