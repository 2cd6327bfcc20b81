import { isWebAddress } from '../../../shared/link.ts';
import type { SiteFacts } from '../../../access/site-facts.ts';

/** Two pages on which an answer may be displayed: a URL that stays on both is relative. */
const PAGES = ['https://one.invalid/page', 'https://two.invalid/page'];

/** Decides which links and images an answer may contain. */
export interface LinkPolicy {
  allowsLink(url: string): boolean;
  allowsImage(url: string): boolean;
}

export const NO_LINKS: LinkPolicy = { allowsLink: () => false, allowsImage: () => false };

/**
 * Allows the hosts that the site lists, and the URLs of the sources. A relative link is allowed; a relative image is
 * not, because displaying it sends a request.
 * @param sourceUrls of the passages' sources, as entered by editors; never from their text
 */
export function linkPolicy({ linkHosts }: Pick<SiteFacts, 'linkHosts'>, sourceUrls: readonly string[]): LinkPolicy {
  const own = new Set(sourceUrls.flatMap((url) => toAddress(url) ?? []));
  const allowsImage = (url: string): boolean => {
    const address = isWebAddress(url) ? URL.parse(url) : null;
    if (!address) return false;
    return own.has(toAddress(url) ?? '') || linkHosts.some((host) => matchesHost(address.host, host));
  };
  return { allowsImage, allowsLink: (url) => isRelative(url) || allowsImage(url) };
}

/** Returns whether a URL is relative as browsers parse it: without white space, and with `\` as `/`. */
function isRelative(url: string): boolean {
  return PAGES.every((page) => URL.parse(url, page)?.origin === new URL(page).origin);
}

/** Returns the URL without its fragment. */
function toAddress(url: string): string | undefined {
  const address = URL.parse(url);
  if (!address) return undefined;
  address.hash = '';
  return address.href;
}

/** `*.example.com` matches every host below example.com. */
function matchesHost(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}
