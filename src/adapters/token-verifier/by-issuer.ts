import { decodeJwt } from 'jose/jwt/decode';
import type { TokenVerifier } from '../../ports/token-verifier.ts';
import { LOCAL_ISSUER } from './local.ts';
import { isTokenText } from './tokens.ts';

/**
 * Both verifiers, for development: local tokens and those of the sites' projects. The issuer in the token only selects
 * the verifier.
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
