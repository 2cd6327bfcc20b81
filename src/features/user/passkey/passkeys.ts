import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Checks } from '../../../shared/checks.ts';
import { ServiceError, badRequest, notFound } from '../../../shared/errors.ts';
import { isId } from '../../../shared/ids.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import type { Credential, Passkey, PasskeyStore } from './passkey-store.ts';
import { type RelyingParty, relyingParty } from './relying-party.ts';

const MAX_NAME_LENGTH = 100;
const RECENT_MS = 15 * 60_000;
/** Ed25519, ECDSA with P-256, RSA: what authenticators have, with keys of at most a kilobyte. */
const ALGORITHMS = [-8, -7, -257];

interface PasskeyDependencies {
  store: PasskeyStore;
  log: Logger;
  publicUrl: string;
}

interface PasskeyOwner {
  id: string;
  email: string;
  name: string;
}

interface AddedPasskey {
  name: string;
  response: RegistrationResponseJSON;
}

/** Registers passkeys and checks what they have signed (WebAuthn). See decision 142. */
export class Passkeys {
  private readonly dependencies: PasskeyDependencies;
  private readonly party: RelyingParty;

  constructor(dependencies: PasskeyDependencies) {
    this.dependencies = dependencies;
    this.party = relyingParty(dependencies.publicUrl);
  }

  list(userId: string): Promise<Passkey[]> {
    return this.dependencies.store.list(userId);
  }

  /** @throws ServiceError NOT_FOUND */
  async delete(userId: string, id: string): Promise<void> {
    const isDeleted = isId(id) && (await this.dependencies.store.delete(userId, id));
    if (!isDeleted) throw notFound('Passkey');
  }

  async deleteAll(userId: string): Promise<void> {
    await this.dependencies.store.deleteAll(userId);
  }

  /** Returns whether a session is so new that its user need not give the password again to add a passkey. */
  isRecent(sessionCreatedAt: Date): boolean {
    return Date.now() - sessionCreatedAt.getTime() < RECENT_MS;
  }

  /** Returns the options by which a browser makes a passkey. */
  async creationOptions({ id, email, name }: PasskeyOwner) {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const credentials = await this.dependencies.store.listCredentials(id);
    const options = await generateRegistrationOptions({
      rpName: 'Lectern',
      rpID: this.party.id,
      userID: new Uint8Array(Buffer.from(id)),
      userName: email,
      userDisplayName: name,
      excludeCredentials: credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
      // The passkey alone signs in: it names the user, and the authenticator asks for a PIN or a finger.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    });
    await this.dependencies.store.addChallenge(id, options.challenge);
    return options;
  }

  /** @throws ServiceError BAD_REQUEST for a name or an answer that is not valid, CONFLICT above the limit */
  async add(owner: PasskeyOwner, { name: given, response }: AddedPasskey): Promise<Passkey> {
    const name = given.trim();
    const checks = new Checks();
    checks.required('name', name);
    checks.length('name', name, MAX_NAME_LENGTH);
    checks.throwIfInvalid();
    return this.dependencies.store.add(owner.id, name, await this.verifiedCredential(owner.id, response));
  }

  private async verifiedCredential(userId: string, response: RegistrationResponseJSON): Promise<Credential> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    try {
      await assertNoCertificate(response);
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.dependencies.store.useChallenge(userId, challenge),
        expectedOrigin: this.party.origin,
        expectedRPID: this.party.id,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!registrationInfo) throw new Error('The attestation is not valid');
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    } catch (error) {
      this.logRejected(error);
      throw badRequest('response', 'response is no valid answer to the last challenge');
    }
  }

  /** Returns the options by which a browser signs in. It lists the passkeys that it has, so nothing is said about any account. */
  async requestOptions() {
    const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
    const options = await generateAuthenticationOptions({ rpID: this.party.id, userVerification: 'required' });
    await this.dependencies.store.addChallenge('sign-in', options.challenge);
    return options;
  }

  /** The id of the user whose passkey has signed. @throws ServiceError UNAUTHENTICATED, the same in every case */
  async signIn(response: AuthenticationResponseJSON): Promise<string> {
    const passkey = await this.dependencies.store.find(response.id);
    if (!passkey) throw rejection();
    const counter = await this.verifiedCount(response, passkey).catch((error: unknown) => {
      this.logRejected(error, passkey.id);
      throw rejection();
    });
    if (!(await this.dependencies.store.use(passkey.id, counter))) throw rejection();
    return passkey.userId;
  }

  private async verifiedCount(
    response: AuthenticationResponseJSON,
    { userId, credentialId, publicKey, counter }: Credential & { userId: string },
  ): Promise<number> {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { userHandle } = response.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) throw new Error('Another user');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => this.dependencies.store.useChallenge('sign-in', challenge),
      expectedOrigin: this.party.origin,
      expectedRPID: this.party.id,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
    });
    if (!verified) throw new Error('The signature is not valid');
    return authenticationInfo.newCounter;
  }

  /** A count that goes back may mean that the passkey was copied. */
  private logRejected(error: unknown, passkey: string | null = null): void {
    this.dependencies.log.warn({ err: error, passkey }, 'a passkey was rejected');
  }
}

/** Certificates are not asked for, and the library would fetch lists of revoked ones from the URLs in them. */
async function assertNoCertificate({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')));
  const format = attestation.get('fmt');
  const isPlain = format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
  if (!isPlain) throw new Error(`The attestation ${format} was not asked for`);
}

function rejection(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'The passkey was not accepted');
}
