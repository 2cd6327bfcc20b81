/**
 * Verifies identity tokens.
 * Promises: the returned user's token was issued for this site and has not expired; a token of another site, issuer or
 * adapter is rejected. Fails with ServiceError `UNAUTHENTICATED` (`Firebase token is invalid or expired`) for every
 * invalid token and for a site without an identity provider, and with `UNAVAILABLE` (`Identity provider unavailable`)
 * if the provider is not reachable within the deadline: an outage is never reported as an invalid token, nor the
 * reverse. No error contains any part of the token.
 */
export interface TokenVerifier {
  verify(site: SiteIdentityProvider, token: string): Promise<VerifiedUser>;
  /** Releases its resources. Verifying afterwards is undefined. */
  close(): Promise<void>;
}

/** Identity provider of a site. */
export interface SiteIdentityProvider {
  siteId: string;
  /** Firebase project; null if the site has no identity provider. */
  projectId: string | null;
  /** Service account as JSON, decrypted; null: revoked and disabled users are only detected when their token expires. */
  serviceAccount: string | null;
}

export interface VerifiedUser {
  /** Unique within the site, at most 128 characters. */
  uid: string;
  email: string | null;
  displayName: string | null;
  claims: MembershipClaims;
}

/** Claims of the token: signed, but of any shape. */
export interface MembershipClaims {
  readonly membershipTier?: unknown;
  readonly subscriptions?: unknown;
  readonly membershipExpiry?: unknown;
}
