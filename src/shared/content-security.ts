/** A `Content-Security-Policy` of these sources: nothing else is loaded, and no other page embeds the page or gets its forms. */
export function contentSecurityPolicy(...sources: readonly string[]): string {
  const closed = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];
  return ["default-src 'none'", ...sources, ...closed].join('; ');
}
