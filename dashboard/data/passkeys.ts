import { queryOptions } from '@tanstack/react-query';
import { callAuth, readAuth } from './sign-in.ts';

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => readAuth<Passkey[]>('passkey/list', signal),
});

/** False in old browsers, and at an address that is neither https nor localhost. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
}

/** Whether the browser offers passkeys in the field of the email address. */
export async function canOfferPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable());
}

/** @param password needed when the session is older than some minutes */
export async function addPasskey(name: string, password: string): Promise<void> {
  const options = await callAuth<PublicKeyCredentialCreationOptionsJSON>(
    'passkey/creation-options',
    password === '' ? {} : { password },
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await callAuth('passkey/add', { name, response: credential.toJSON() as object });
}

export async function deletePasskey(id: string): Promise<void> {
  await callAuth('passkey/delete', { id });
}

/** @param mediation `conditional`: offered among the entries for the field of the email address, until it is aborted */
export async function signInWithPasskey(mediation: 'conditional' | 'required', signal: AbortSignal): Promise<void> {
  const options = await callAuth<PublicKeyCredentialRequestOptionsJSON>('sign-in/passkey-options', {}, signal);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey, mediation, signal })) as PublicKeyCredential;
  await callAuth('sign-in/passkey', { response: credential.toJSON() as object }, signal);
}
