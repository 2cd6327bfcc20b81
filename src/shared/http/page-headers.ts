/** A `Content-Security-Policy` of these sources: nothing else is loaded, and no other page embeds the page or gets its forms. */
export function contentSecurityPolicy(...sources: readonly string[]): string {
  const closed = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return ["default-src 'none'", ...sources, ...closed].join('; ');
}

/** Returns the headers of a page with these sources, which tells no other site where its links are. */
export function pageHeaders(...sources: readonly string[]) {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentSecurityPolicy(...sources),
  };
}
