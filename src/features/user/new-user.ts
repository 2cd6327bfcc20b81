import type { ScopeTransaction } from '../../database/database.ts';
import { ONE_LINE } from '../../shared/bounds.ts';
import { EMAIL } from '../../shared/email.ts';
import { Checks, NAME_LENGTH } from '../../shared/checks.ts';
import { fieldConflict } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** The name of a person, and how they sign in. */
export interface Credentials {
  name: string;
  email: string;
  password: string;
}

/** @throws ServiceError BAD_REQUEST with every violation */
export function checkCredentials({ name, email, password }: Credentials): void {
  const checks = new Checks();
  checkUserName(checks, name);
  checks.required('email', email);
  checks.format('email', email, EMAIL);
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    checks.report('password', `must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`);
  }
  checks.throwIfInvalid();
}

export function checkUserName(checks: Checks, name: string): void {
  checks.required('name', name);
  checks.length('name', name, NAME_LENGTH);
  checks.format('name', name, ONE_LINE);
}

/** Hashes a password as better-auth compares it: scrypt, in a thread. */
export async function hashPassword(password: string): Promise<string> {
  const library = await import('better-auth/crypto');
  return library.hashPassword(password);
}

interface NewUser {
  /** Default: a new one. */
  id?: string;
  name: string;
  /** The address in the form of `canonicalEmail`. */
  email: string;
  isVerified?: boolean;
  isAdmin?: boolean;
}

/** @throws ServiceError CONFLICT if the address has a user */
export async function insertUser(
  { rows }: ScopeTransaction,
  { id = newId(), name, email, isVerified = false, isAdmin = false }: NewUser,
): Promise<string> {
  const inserted = await rows(
    `insert into app_user (id, name, email, email_verified, is_admin, created_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), now()) on conflict (email) do nothing returning id`,
    [id, name, email, isVerified, isAdmin],
  );
  if (inserted.length === 0) throw fieldConflict('email', 'This address has an account already');
  return id;
}

/** @param hash of `hashPassword`, which is not computed within a transaction */
export async function insertPassword({ rows }: ScopeTransaction, userId: string, hash: string): Promise<void> {
  await rows(
    `insert into user_account (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ($1, $2::text::uuid, $2::text, 'credential', $3, now(), now())`,
    [newId(), userId, hash],
  );
}
