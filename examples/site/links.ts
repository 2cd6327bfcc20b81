/** The page of a search result or of a cited source on this site; null if it has none. */
export function linkTo(source: { type?: unknown; slug?: unknown; url?: unknown }): string | null {
  if (source.type === 'guide' && typeof source.slug === 'string') return `/guides/${encodeURIComponent(source.slug)}`;
  return typeof source.url === 'string' && /^https?:/.test(source.url) ? source.url : null;
}
