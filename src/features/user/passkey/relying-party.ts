/** The relying party of WebAuthn: where passkeys are valid. */
export interface RelyingParty {
  /** The host. */
  id: string;
  origin: string;
}

const LOOPBACK = /^(127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

/** Returns the relying party of the public URL. Browsers know none at an IP address: locally it is `localhost`. */
export function relyingParty(publicUrl: string): RelyingParty {
  const url = new URL(publicUrl);
  if (LOOPBACK.test(url.hostname)) url.hostname = 'localhost';
  return { id: url.hostname, origin: url.origin };
}
