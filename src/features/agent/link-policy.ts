import type { SiteFacts } from '../access/viewer.ts';

/** Two pages that might show an answer: what stays on both is relative, whatever it looks like. */
const PAGES = ['https://one.invalid/page', 'https://two.invalid/page'];

/** Which links and images an answer may hold. */
export interface LinkPolicy {
  allowsLink(url: string): boolean;
  allowsImage(url: string): boolean;
}

export const NO_LINKS: LinkPolicy = { allowsLink: () => false, allowsImage: () => false };

/**
 * The hosts that the site lists, and the addresses of the sources themselves. A relative link stays on the page that shows
 * the answer; a relative image does not pass, as showing it is a request that nobody asked for.
 * @param sourceUrls of the passages' sources, as the site's editors gave them; never what stands in their text
 */
export function linkPolicy({ linkHosts }: Pick<SiteFacts, 'linkHosts'>, sourceUrls: readonly string[]): LinkPolicy {
  const own = new Set(sourceUrls.flatMap((url) => addressOf(url) ?? []));
  const allowsImage = (url: string): boolean => {
    const parsed = URL.parse(url);
    if (!parsed || !['http:', 'https:'].includes(parsed.protocol) || parsed.username || parsed.password) return false;
    return own.has(addressOf(url) ?? '') || linkHosts.some((host) => matchesHost(parsed.host, host));
  };
  return { allowsImage, allowsLink: (url) => isRelative(url) || allowsImage(url) };
}

/** As a browser reads it: without white space in it, and with `\` as `/`. */
function isRelative(url: string): boolean {
  return PAGES.every((page) => URL.parse(url, page)?.origin === new URL(page).origin);
}

/** Without the fragment, which says where on the page. */
function addressOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return undefined;
  parsed.hash = '';
  return parsed.href;
}

/** `*.example.com` stands for every host below example.com. */
function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
