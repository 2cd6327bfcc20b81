/**
 * Finds out which user a token stands for.
 *
 * Promises: what it answers was signed for this very site and has not expired; a token of another site, issuer or
 * adapter is refused. Fails with ServiceError `UNAUTHENTICATED` (`Firebase token is invalid or expired`) for every token
 * that does not verify and for a site that has no identity provider, and with `UNAVAILABLE`
 * (`Identity provider unavailable`) when the provider can't be asked within the deadline: an outage never looks like a
 * bad token, nor a bad token like an outage. No error holds any of the token.
 */
export interface TokenVerifier {
  verify(site: SiteIdentityProvider, token: string): Promise<VerifiedUser>;
  /** Gives back what it holds. Verifying afterwards is undefined. */
  close(): Promise<void>;
}

/** Who vouches for the users of a site. */
export interface SiteIdentityProvider {
  siteId: string;
  /** Firebase project; null: the site has no identity provider. */
  projectId: string | null;
  /** Service account as JSON, decrypted; null: revoked and disabled users are noticed only when their token expires. */
  serviceAccount: string | null;
}

export interface VerifiedUser {
  /** Unique within the site, at most 128 characters. */
  uid: string;
  email: string | null;
  displayName: string | null;
  claims: MembershipClaims;
}

/** As they stood in the token: signed, but of any shape. */
export interface MembershipClaims {
  readonly membershipTier?: unknown;
  readonly subscriptions?: unknown;
  readonly membershipExpiry?: unknown;
}
