import { isIP, isIPv4 } from 'node:net';
import { decodeSafely } from '../../shared/decode-safely.ts';
import { isAllowed } from './addresses.ts';
import { type AllowedHosts, isHostName, plainHost } from './allow-hosts.ts';

/** A host to call; its address is unknown until the lookup, unless the host is an address. */
export interface Target {
  url: URL;
  /** Lower case, without brackets and trailing dot. */
  host: string;
  port: number;
  secure: boolean;
  /** The deployment allows the host by name to be private. */
  mayBePrivate: boolean;
}

const URL_LENGTH = 8192;

/**
 * Parses a URL, or returns why it is invalid.
 * @param base URL of the response with a redirect, which may be relative
 */
export function readTarget(text: string, allowed: AllowedHosts, base?: URL): Target | string {
  if (text.length > URL_LENGTH) return `must have at most ${URL_LENGTH} characters`;
  // The URL parser removes line breaks and converts backslashes, so another parser could find another host.
  if (/[\s\\\p{Cc}]/u.test(text)) return 'must not contain spaces, control characters or backslashes';
  const hostText = writtenHost(text, base !== undefined);
  if (hostText === undefined || !URL.canParse(text, base?.href)) return NO_URL;
  const url = new URL(text, base?.href);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return NO_URL;
  if (hostText.includes('@') || url.username !== '' || url.password !== '')
    return 'must not contain a user name or password';
  const target = toTarget(url, allowed);
  return validateHost(target, hostText) ?? validatePort(target) ?? target;
}

const NO_URL = 'must be a URL that starts with http:// or https://';

/** The host as written, with user and port; an empty string if there is none (a relative redirect). */
function writtenHost(text: string, mayBeRelative: boolean): string | undefined {
  const [, absolute] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? [];
  if (absolute !== undefined || !mayBeRelative) return absolute;
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return undefined;
  return text.startsWith('//') ? /^\/\/([^/?#]+)/.exec(text)?.[1] : '';
}

function toTarget(url: URL, allowed: AllowedHosts): Target {
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = plainHost(url.hostname);
  return { url, host, port, secure, mayBePrivate: allowed.has(host, port) };
}

function validateHost({ host, mayBePrivate }: Target, hostText: string): string | undefined {
  // `127.1`, `0x7f000001`, `017700000001` and `127。0。0。1` are the same host for the URL parser, but maybe not for
  // others.
  const plain = hostText.replace(/:\d*$/, '');
  if (isIPv4(host) && plain !== '' && plain !== host) return 'must have an IPv4 address as four decimal numbers';
  if (/[\u3002\uff0e\uff61]/.test(decodeSafely(hostText) ?? hostText))
    return 'must have a host whose parts are separated by dots';
  if (isIP(host) !== 0) return isAllowed(host, mayBePrivate) ? undefined : NOT_PUBLIC;
  if (!isHostName(host)) return 'must have a host';
  return !mayBePrivate && (!host.includes('.') || LOCAL_NAMES.test(host)) ? NOT_PUBLIC : undefined;
}

const NOT_PUBLIC = 'must not be a private, local or reserved address';
/** Top-level domains without public hosts. */
const LOCAL_NAMES = /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|onion)$/;

/** Ports above 1023 of text protocols that could interpret lines of a request as commands, or that browsers block. */
const FOREIGN_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10_080, 11_211,
]);

function validatePort({ port, mayBePrivate }: Target): string | undefined {
  if (mayBePrivate || port === 80 || port === 443 || (port >= 1024 && !FOREIGN_PORTS.has(port))) return undefined;
  return 'must use port 80, 443 or a port above 1023 that is not reserved for another protocol';
}
