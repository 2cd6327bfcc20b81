import { decodeJwt } from 'jose/jwt/decode';
import type { TokenVerifier } from '../../ports/token-verifier.ts';
import { LOCAL_ISSUER } from './local.ts';
import { isTokenText } from './token-text.ts';

/**
 * Both at once, for development: local tokens beside those of the sites' projects. What a token says of its issuer only
 * chooses who checks it.
 */
export function createTokenVerifierByIssuer(verifiers: {
  local: TokenVerifier;
  firebase: TokenVerifier;
}): TokenVerifier {
  const { local, firebase } = verifiers;
  return {
    verify: (site, token) => (claimsLocalIssuer(token) ? local : firebase).verify(site, token),
    close: async () => {
      await Promise.all([local.close(), firebase.close()]);
    },
  };
}

function claimsLocalIssuer(token: string): boolean {
  if (!isTokenText(token)) return false;
  try {
    return decodeJwt(token).iss === LOCAL_ISSUER;
  } catch {
    return false;
  }
}
