/** `## Title {#id}`, as Pandoc, Docusaurus and others write it. */
const OWN_ID = /\{\s*#([\w.:-]+)[^{}]*\}\s*$/;

/**
 * The id that generators of pages give a heading: the one written behind it, otherwise its letters, digits, hyphens and
 * underscores in lower case, with a hyphen for each space. Null if nothing is left.
 */
function headingAnchor(heading: string): string | null {
  const own = OWN_ID.exec(heading)?.[1];
  if (own !== undefined) return own;
  const plain = heading.trim().toLowerCase();
  return plain.replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replaceAll(/\s/gu, '-') || null;
}

/** The URL of a page at the innermost heading. Null without a URL or heading, and if the URL has a fragment already. */
export function addHeadingAnchor(url: string | null, section: readonly string[]): string | null {
  const heading = section.at(-1);
  if (!url || heading === undefined || url.includes('#')) return null;
  const anchor = headingAnchor(heading.toWellFormed());
  return anchor === null ? null : `${url}#${encodeURIComponent(anchor)}`;
}
